package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.reports.repeats.Difference;
import java.util.List;

/**
 * One figure of all runs.
 *
 * @param operation whose it is; null when it is no operation's
 * @param key what it is, for example {@code p99}
 * @param unit for example {@code ms}; empty for a count
 * @param values one a run, in their order; null where a run does not have it
 */
public record Measure(String operation, String key, String unit, List<Value> values) {

  /**
   * A run's figure.
   *
   * @param low first quartile, when the figure is the median of seconds; else null
   * @param high third quartile, likewise
   * @param difference to the first run's; null for the first, or where that has none
   */
  public record Value(double value, Double low, Double high, Difference difference) {}

  /** For a table's first column and for programs. */
  public String name() {
    return operation == null ? key : operation + " " + key;
  }
}
