package dev.nacoscapacity.simulator.observe.metrics;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Tally;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;

/** What became of the fleet's calls: how many, and where their time went. */
final class CallMetrics {

  private static final String OPERATION = "operation";

  private final Counter required;
  private final Counter started;
  private final Counter succeeded;
  private final Counter failed;
  private final Counter missed;
  private final Counter rerouted;
  private final Gauge inFlight;
  private final DurationHistogram latency;
  private final DurationHistogram retries;
  private final DurationHistogram poolWait;
  private final DurationHistogram service;
  private final DurationHistogram lag;

  CallMetrics(Metrics metrics) {
    required =
        metrics.counter(
            "calls_required", "Slots that came due: the calls the load demands.", OPERATION);
    started = metrics.counter("calls_started", "Calls handed to the wire.", OPERATION);
    succeeded =
        metrics.counter(
            "calls_succeeded", "Calls answered as they should be, bodies included.", OPERATION);
    failed =
        metrics.counter(
            "calls_failed", "Calls that failed for good, by reason.", OPERATION, "reason");
    missed =
        metrics.counter(
            "calls_missed", "Slots that passed while the call before was in flight.", OPERATION);
    rerouted =
        metrics.counter(
            "calls_rerouted", "Attempts that failed and were made again elsewhere.", OPERATION);
    inFlight = metrics.gauge("calls_in_flight", "Calls not yet answered.", OPERATION);
    latency =
        metrics.histogram(
            "call_latency_seconds",
            "From due to answered, failed calls and missed slots included.",
            OPERATION);
    retries =
        metrics.histogram(
            "call_retries_seconds",
            "From taken up to the attempt that counts: those before it, which failed.",
            OPERATION);
    poolWait =
        metrics.histogram(
            "call_pool_wait_seconds",
            "From the beginning of that attempt to written: for a connection.",
            OPERATION);
    service =
        metrics.histogram(
            "call_service_seconds", "From written to answered: the registry's part.", OPERATION);
    lag =
        metrics.histogram(
            "generator_lag_seconds",
            "From due to taken up, all periodic operations: the generator's own delay.",
            null);
  }

  /** Adds what happened in a second. */
  void add(Tally second) {
    for (Operation operation : Operation.values()) {
      Tally.Counts counts = second.of(operation);
      if (counts.required() + counts.started() + counts.ok() + counts.failedTotal() > 0
          || counts.missed() + counts.underWay() > 0) {
        add(operation.label(), counts);
      }
    }
    lag.add(null, second.lag());
  }

  private void add(String operation, Tally.Counts counts) {
    required.labelValues(operation).inc(counts.required());
    started.labelValues(operation).inc(counts.started());
    succeeded.labelValues(operation).inc(counts.ok());
    counts.failed().forEach((reason, n) -> failed.labelValues(operation, reason).inc(n));
    missed.labelValues(operation).inc(counts.missed());
    rerouted.labelValues(operation).inc(counts.rerouted());
    inFlight.labelValues(operation).set(counts.underWay());
    latency.add(operation, counts.latency());
    retries.add(operation, counts.retries());
    poolWait.add(operation, counts.poolWait());
    service.add(operation, counts.service());
  }
}
