/**
 * Runs beside each other: which settings differ, and what came of it, with the spread of the
 * differences. {@link dev.nacoscapacity.reports.compare.RunComparison} holds it, {@link
 * dev.nacoscapacity.reports.compare.ComparisonText} writes it; the page shows the same. {@link
 * dev.nacoscapacity.reports.compare.PredictedFigure} is a run beside what a model says of it.
 */
package dev.nacoscapacity.reports.compare;
