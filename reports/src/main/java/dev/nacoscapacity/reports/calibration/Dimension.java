package dev.nacoscapacity.reports.calibration;

/**
 * What tells the cases of a table apart: one of its first columns.
 *
 * @param key of the value in {@link Row#setting}
 * @param name as a heading
 */
public record Dimension(String key, Text name) {}
