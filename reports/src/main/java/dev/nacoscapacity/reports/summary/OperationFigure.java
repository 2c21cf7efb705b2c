package dev.nacoscapacity.reports.summary;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.NumberText;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A figure of an operation in the measurement window, as summary, page and comparison show it. */
public enum OperationFigure {
  /** Empty where nobody knows what was required, as in a JTL. */
  REQUIRED(
      "required",
      "1/s",
      (operation, seconds) ->
          rate(OperationResult::required).apply(operation, seconds).filter(rate -> rate > 0)),
  ACHIEVED("achieved", "1/s", rate(OperationResult::achieved)),
  /** Percent of the required calls; rounded down, so that 100 means all calls. */
  ACHIEVED_PERCENT(
      "%",
      "%",
      (operation, seconds) ->
          Optional.of(Math.floor(1000.0 * operation.achieved() / operation.required()) / 10)
              .filter(percent -> operation.required() > 0)),
  FAILED("failed", "", count(OperationResult::failures)),
  /** Calls that were due while the previous call of the client was in flight. */
  SKIPPED("skipped", "", count(OperationResult::skipped)),
  /** Attempts that went to another node. */
  FAILOVERS("failovers", "", count(OperationResult::failoverRetries)),
  P50("p50", "ms", ms(OperationResult::latencyMs, Percentiles::p50)),
  P90("p90", "ms", ms(OperationResult::latencyMs, Percentiles::p90)),
  P95("p95", "ms", ms(OperationResult::latencyMs, Percentiles::p95)),
  P99("p99", "ms", ms(OperationResult::latencyMs, Percentiles::p99)),
  P999("p99.9", "ms", ms(OperationResult::latencyMs, Percentiles::p999)),
  MAX("max", "ms", ms(OperationResult::latencyMs, Percentiles::max)),
  /** Of latency: the attempts before the one that counts. */
  RETRY("retry p99", "ms", ms(OperationResult::retriesMs, Percentiles::p99)),
  /** Of latency: the wait for a connection. */
  WAIT("wait p99", "ms", ms(OperationResult::poolWaitMs, Percentiles::p99)),
  /** Of latency: from written to answered. */
  SERVE("serve p99", "ms", ms(OperationResult::serviceMs, Percentiles::p99));

  /** Columns of the table of stages. */
  public static final List<OperationFigure> OF_STAGES =
      List.of(REQUIRED, ACHIEVED, FAILED, P50, P99, MAX);

  /** Those that only an API at a constant rate is shown by, in place of the parts of latency. */
  private static final Set<OperationFigure> OF_RATES = EnumSet.of(P90, P95);

  private static final Set<OperationFigure> PARTS = EnumSet.of(RETRY, WAIT, SERVE);

  private final String label;
  private final String unit;
  private final BiFunction<OperationResult, Double, Optional<Double>> value;

  OperationFigure(
      String label, String unit, BiFunction<OperationResult, Double, Optional<Double>> value) {
    this.label = label;
    this.unit = unit;
    this.value = value;
  }

  /** The figures by which the calls of a run are shown. */
  public static Set<OperationFigure> of(RunRecord run) {
    return EnumSet.complementOf(
        EnumSet.copyOf(run.workload().rate().isPresent() ? PARTS : OF_RATES));
  }

  private static BiFunction<OperationResult, Double, Optional<Double>> rate(
      ToLongFunction<OperationResult> calls) {
    return (operation, seconds) ->
        Optional.of(calls.applyAsLong(operation) / seconds).filter(rate -> seconds > 0);
  }

  private static BiFunction<OperationResult, Double, Optional<Double>> count(
      ToLongFunction<OperationResult> calls) {
    return (operation, seconds) -> Optional.of((double) calls.applyAsLong(operation));
  }

  private static BiFunction<OperationResult, Double, Optional<Double>> ms(
      Function<OperationResult, Percentiles> part, Function<Percentiles, Double> which) {
    return (operation, seconds) -> Optional.ofNullable(part.apply(operation)).map(which);
  }

  /** The name in a comparison. */
  public String label() {
    return label;
  }

  /** The heading in a table; a note under the table says that parts of latency are p99. */
  public String heading() {
    return label.replace(" p99", "");
  }

  /** {@code 1/s}, {@code %} or {@code ms}; empty for a count. */
  public String unit() {
    return unit;
  }

  /**
   * The value; empty when it is unknown.
   *
   * @param seconds of the measurement window
   */
  public Optional<Double> value(OperationResult operation, double seconds) {
    return value.apply(operation, seconds);
  }

  /** The value, formatted. */
  public String text(OperationResult operation, double seconds) {
    return value(operation, seconds).map(this::text).orElse(NumberText.UNKNOWN);
  }

  private String text(double value) {
    return switch (unit) {
      case "" -> NumberText.count(value);
      case "%" -> NumberText.of("%.1f", value);
      default -> NumberText.decimal(value);
    };
  }
}
