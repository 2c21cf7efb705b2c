/**
 * What a person reads on stdout when a run has ended. {@link
 * dev.nacoscapacity.reports.summary.Summary} prints it.
 */
package dev.nacoscapacity.reports.summary;
