/**
 * A run, a comparison of runs, or a study as one self-contained web page. {@link
 * dev.nacoscapacity.reports.page.ReportPage} writes all pages; {@link
 * dev.nacoscapacity.reports.page.LivePage} shows a running run.
 */
package dev.nacoscapacity.reports.page;
