package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.core.repeats.Difference;
import java.util.List;

/**
 * One figure of all runs.
 *
 * @param operation that the figure belongs to; null when it belongs to none
 * @param key name of the figure, for example {@code p99}
 * @param unit for example {@code ms}; empty for a count
 * @param values one for each run, in the order of the runs; null when a run does not have the
 *     figure
 */
public record Measure(String operation, String key, String unit, List<Value> values) {

  /**
   * The figure of one run.
   *
   * @param low first quartile, when the figure is the median of seconds; else null
   * @param high third quartile, under the same condition
   * @param difference from the first run; null for the first run, or when the first run does not
   *     have the figure
   */
  public record Value(double value, Double low, Double high, Difference difference) {}

  /** The name in the first column of a table and for programs. */
  public String name() {
    return operation == null ? key : operation + " " + key;
  }
}
