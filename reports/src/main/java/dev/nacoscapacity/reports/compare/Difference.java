package dev.nacoscapacity.reports.compare;

/**
 * How far a run's figure lies above the first run's.
 *
 * @param low where the range begins that a bootstrap of the seconds within the runs gives, which is
 *     no confidence interval; null when the figure has no seconds, or too few
 * @param high where it ends
 */
public record Difference(double value, Double low, Double high) {}
