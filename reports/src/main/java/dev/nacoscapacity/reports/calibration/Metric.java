package dev.nacoscapacity.reports.calibration;

/**
 * What is measured of each case of a table: one of its last columns.
 *
 * @param key of the figure in {@link Round#figures}
 * @param name as a heading
 * @param unit such as {@code req/s}; empty when it has none
 * @param decimals shown to people
 */
public record Metric(String key, Text name, String unit, int decimals) {}
