package dev.nacoscapacity.reports.compare;

/**
 * How far a run's figure lies above the first run's.
 *
 * @param low what the scatter of the seconds within the runs allows at least, 95 % of the time;
 *     null when the figure has no seconds, or too few
 * @param high likewise at most
 */
public record Difference(double value, Double low, Double high) {}
