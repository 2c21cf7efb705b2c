/**
 * What a person reads on stdout when a run has ended. {@link
 * dev.nacoscapacity.reports.summary.Summary} prints it, and {@link
 * dev.nacoscapacity.reports.text.NumberText} may be used wherever numbers are shown.
 */
package dev.nacoscapacity.reports.summary;
