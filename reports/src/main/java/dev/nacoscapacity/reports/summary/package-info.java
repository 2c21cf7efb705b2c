/**
 * What a person reads on stdout when a run has ended. {@link
 * dev.nacoscapacity.reports.summary.Summary} is the only door.
 */
package dev.nacoscapacity.reports.summary;
