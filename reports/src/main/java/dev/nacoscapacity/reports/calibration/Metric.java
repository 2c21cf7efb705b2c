package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.text.Message;

/**
 * What is measured of each case of a table: one of its last columns.
 *
 * @param key of the figure in {@link Round#figures}
 * @param name as a heading
 * @param unit such as {@code req/s}; empty when it has none
 * @param decimals shown to people
 */
public record Metric(String key, Message name, String unit, int decimals) {

  /** A metric of a part, whose name is the sentence {@code <part>.<key>}. */
  public static Metric of(String part, String key, String unit, int decimals) {
    return new Metric(key, Message.of(part + "." + key), unit, decimals);
  }
}
