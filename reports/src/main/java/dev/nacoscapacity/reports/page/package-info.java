/**
 * A run as one web page that needs nothing else: {@code report.html}. {@link
 * dev.nacoscapacity.reports.page.ReportPage} is the only door.
 */
package dev.nacoscapacity.reports.page;
