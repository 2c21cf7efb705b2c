package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.text.Message;

/**
 * What tells the cases of a table apart: one of its first columns.
 *
 * @param key of the value in {@link Row#setting}
 * @param name as a heading
 */
public record Dimension(String key, Message name) {

  /** A dimension of a part, whose name is the sentence {@code <part>.<key>}. */
  public static Dimension of(String part, String key) {
    return new Dimension(key, Message.of(part + "." + key));
  }
}
