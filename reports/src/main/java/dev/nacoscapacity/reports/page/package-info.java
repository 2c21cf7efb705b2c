/**
 * A run, several beside each other, or a study as one web page that needs nothing else. {@link
 * dev.nacoscapacity.reports.page.ReportPage}, {@code ComparePage}, {@code StudyPage} and {@code
 * LivePage} are the doors.
 */
package dev.nacoscapacity.reports.page;
