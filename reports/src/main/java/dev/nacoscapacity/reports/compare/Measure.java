package dev.nacoscapacity.reports.compare;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.reports.summary.OperationFigure;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One figure of all runs.
 *
 * @param operation that the figure belongs to; empty when it belongs to none
 * @param key name of the figure, for example {@code p99}
 * @param unit for example {@code ms}; empty for a count
 * @param values one for each run, in the order of the runs; empty when a run does not have the
 *     figure
 */
public record Measure(String operation, String key, String unit, List<Optional<Value>> values) {

  static final String SERVER_CORES = "server cores used";
  static final String GENERATOR_CORES = "generator cores used";
  static final String SCHEDULER_LAG = "scheduler lag p99";

  /** The load itself, a single call, and the generator: they say nothing about the registry. */
  private static final Set<String> NOT_JUDGED =
      Set.of(
          OperationFigure.REQUIRED.label(),
          OperationFigure.MAX.label(),
          GENERATOR_CORES,
          SCHEDULER_LAG);

  /**
   * The figure of one run.
   *
   * @param quartiles the first and the third, when the figure is the median of seconds
   */
  public record Value(double value, Optional<Quartiles> quartiles) {}

  /** The first and the third quartile of the seconds of a run. */
  public record Quartiles(double first, double third) {}

  /**
   * The side of the usual on which a figure is worse; neither for one that is not the registry's.
   */
  enum WorseSide {
    ABOVE,
    BELOW,
    NEITHER
  }

  /** The same figure of other runs. */
  Measure withValues(List<Optional<Value>> others) {
    return new Measure(operation, key, unit, others);
  }

  WorseSide worse() {
    if (NOT_JUDGED.contains(key)) {
      return WorseSide.NEITHER;
    }
    return key.equals(OperationFigure.ACHIEVED.label()) ? WorseSide.BELOW : WorseSide.ABOVE;
  }

  /** Whether the figure is a number of things. */
  boolean isCount() {
    return unit.isEmpty() && !key.equals(SERVER_CORES);
  }

  /** The difference of a run from the first one; empty for that, and when one has no figure. */
  public Optional<Double> difference(int run) {
    return run == 0
        ? Optional.empty()
        : values.get(run).flatMap(own -> values.get(0).map(first -> own.value() - first.value()));
  }

  /** The name for people. */
  public Message words() {
    return Message.of(
        "compare.figure",
        with("operation", operation.isEmpty() ? null : operation).and("key", key));
  }

  /** The name for programs. */
  public String name() {
    return joined(operation, " ");
  }

  /** The name in a condition. */
  String path() {
    return joined(operation, ".");
  }

  /** The name in a condition on whichever protocol the fleet speaks. */
  String pathWithoutTransport() {
    return joined(Operation.withoutTransport(operation), ".");
  }

  private String joined(String of, String by) {
    return of.isEmpty() ? key : of + by + key;
  }
}
