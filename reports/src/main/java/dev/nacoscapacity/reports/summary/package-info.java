/**
 * The summary on stdout at the end of a run. {@link dev.nacoscapacity.reports.summary.Summary}
 * prints it.
 */
package dev.nacoscapacity.reports.summary;
