/**
 * Runs beside each other and over time. {@link dev.nacoscapacity.reports.compare.RunComparison} has
 * the settings that differ and how figures differ, with the spread of the differences; {@link
 * dev.nacoscapacity.reports.compare.Trend} has the figures of any number of runs, each judged by
 * the earlier ones. {@link dev.nacoscapacity.reports.compare.ComparisonText} and {@link
 * dev.nacoscapacity.reports.compare.TrendText} write them as text; the pages show the same figures.
 */
package dev.nacoscapacity.reports.compare;
