package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Stream;

/** The fleet's calls as metrics: counts, and the parts of their latency. */
final class CallMetrics {

  private static final String[] LABELS = {"operation", "protocol"};

  private final FigureMetrics<OperationCount> counts;
  private final Counter failures;
  private final Map<LatencyPart, DurationHistogram> parts = new EnumMap<>(LatencyPart.class);
  private final DurationHistogram lag;
  private final DurationHistogram changes;
  private final Counter incomplete;
  private final Counter superseded;

  CallMetrics(Metrics metrics) {
    failures =
        metrics.counter(
            "calls_failed", "Calls that failed for good, by reason.", with(LABELS, "reason"));
    counts =
        new FigureMetrics<>(
            metrics, "calls_", EnumSet.complementOf(EnumSet.of(OperationCount.FAILED)), LABELS);
    for (LatencyPart part : LatencyPart.values()) {
      parts.put(
          part,
          metrics.durations(
              "call_" + Metrics.snakeCase(part.label()) + "_seconds",
              Metrics.sentence(part.description()),
              LABELS));
    }
    lag =
        metrics.durations(
            "generator_scheduler_lag_seconds",
            "From due to taken up, all periodic operations: the generator's own delay.");
    changes =
        metrics.durations(
            "change_last_subscriber_seconds",
            "From an instance's registration or deregistration after the ramp to the push that"
                + " reached its last subscriber.");
    incomplete =
        metrics.counter(
            "changes_incomplete",
            "Changes that some subscriber was never told of, in the whole run.");
    superseded =
        metrics.counter(
            "changes_superseded",
            "Changes that another change of the instance, or the fleet's leaving, came before.");
  }

  private static String[] with(String[] values, String another) {
    return Stream.concat(Stream.of(values), Stream.of(another)).toArray(String[]::new);
  }

  /** Adds what happened in a second. */
  void add(RunStats second) {
    second.operations().forEach(this::add);
    lag.add(second.histogram(FleetDuration.SCHEDULER_LAG));
    changes.add(second.histogram(FleetDuration.CHANGES));
    incomplete.inc(second.histogram(FleetDuration.CHANGES_INCOMPLETE).getTotalCount());
    superseded.inc(second.histogram(FleetDuration.CHANGES_SUPERSEDED).getTotalCount());
  }

  private void add(String name, OperationStats calls) {
    String[] values = values(name);
    counts.add(calls, values);
    calls.failures().forEach((reason, n) -> failures.labelValues(with(values, reason)).inc(n));
    parts.forEach((part, durations) -> durations.add(calls.histogram(part), values));
  }

  /**
   * A name in records holds the protocol after a dot, where clients speak two. An empty label is
   * none to Prometheus.
   */
  private static String[] values(String name) {
    int dot = name.indexOf('.');
    return dot < 0
        ? new String[] {name, ""}
        : new String[] {name.substring(0, dot), name.substring(dot + 1)};
  }
}
