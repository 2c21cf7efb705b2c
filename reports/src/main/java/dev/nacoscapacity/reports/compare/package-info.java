/**
 * Comparison of runs: which settings differ, and how the figures differ, with the spread of the
 * differences. {@link dev.nacoscapacity.reports.compare.RunComparison} contains the comparison, and
 * {@link dev.nacoscapacity.reports.compare.ComparisonText} writes it as text; the page shows the
 * same figures.
 */
package dev.nacoscapacity.reports.compare;
