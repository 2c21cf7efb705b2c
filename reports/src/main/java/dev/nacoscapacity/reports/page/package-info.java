/**
 * A run, several beside each other, or a study as one web page that needs nothing else. {@link
 * dev.nacoscapacity.reports.page.ReportPage} writes all of them; {@link
 * dev.nacoscapacity.reports.page.LivePage} shows a run that goes on.
 */
package dev.nacoscapacity.reports.page;
