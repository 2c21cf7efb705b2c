package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Results of one kind of call (beat, list, listen, …) in the measurement window; for calls of the
 * clients' {@linkplain RunRecord#lifecycle lifecycle}, in the whole run. Most pushes come in the
 * ramp; those are in {@link Pushes}.
 *
 * @param required calls that were due; 0 when that is unknown, as in a JTL
 * @param achieved calls that ended, with success or failure: {@code ok} and all {@code failed}
 * @param ok successful calls
 * @param failed failed calls, by reason
 * @param skipped calls that were due while the previous call was in flight, and were not made
 * @param failoverRetries attempts that failed and were repeated on another node; each call counts
 *     once in the figures above
 * @param latencyMs due time to answer, including skipped calls; absent when no call ended
 * @param retriesMs start of the call to the start of its last attempt: the time of the failed
 *     attempts
 * @param poolWaitMs start of the last attempt to written: the wait for a connection
 * @param serviceMs written to answered; absent when no call was written
 */
@RecordBuilder
public record OperationResult(
    long required,
    long achieved,
    long ok,
    Map<String, Long> failed,
    long skipped,
    long failoverRetries,
    Percentiles latencyMs,
    Percentiles retriesMs,
    Percentiles poolWaitMs,
    Percentiles serviceMs)
    implements OperationResultBuilder.With {

  public OperationResult {
    failed = failed == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(failed));
  }

  public static OperationResult of(OperationStats stats) {
    return new OperationResult(
        stats.count(OperationCount.REQUIRED),
        stats.ended(),
        stats.count(OperationCount.OK),
        stats.failures(),
        stats.count(OperationCount.SKIPPED),
        stats.count(OperationCount.FAILOVER_RETRIES),
        percentiles(stats, LatencyPart.LATENCY),
        percentiles(stats, LatencyPart.RETRIES),
        percentiles(stats, LatencyPart.POOL_WAIT),
        percentiles(stats, LatencyPart.SERVICE));
  }

  private static Percentiles percentiles(OperationStats stats, LatencyPart part) {
    return Percentiles.ofMicros(stats.histogram(part)).orElse(null);
  }

  /**
   * The results of the operations with required calls, by name.
   *
   * @param measured figures of the measurement window
   */
  public static Map<String, OperationResult> of(RunStats measured) {
    Map<String, OperationResult> results = new LinkedHashMap<>();
    measured
        .operations()
        .forEach(
            (name, stats) -> {
              if (stats.count(OperationCount.REQUIRED) > 0
                  && Operation.ofWholeRun(name).isEmpty()) {
                results.put(name, of(stats));
              }
            });
    return results;
  }

  /**
   * The results of the lifecycle operations (when clients come or go) in the whole run, by name.
   */
  public static Map<String, OperationResult> lifecycle(RunStats measured) {
    Map<String, OperationResult> results = new LinkedHashMap<>();
    measured
        .operations()
        .forEach(
            (name, stats) ->
                Operation.ofWholeRun(name)
                    .filter(operation -> stats.ended() > 0)
                    .ifPresent(operation -> results.put(operation, of(stats))));
    return results;
  }

  /** Share of the required calls that ended, 0 to 1; empty when none was required. */
  public Optional<Double> achievedShare() {
    return required == 0 ? Optional.empty() : Optional.of((double) achieved / required);
  }

  /** Share of the calls that failed, 0 to 1; empty when none ended. */
  public Optional<Double> failedShare() {
    return achieved == 0 ? Optional.empty() : Optional.of((double) failures() / achieved);
  }

  /** Failed calls of all reasons. */
  public long failures() {
    return achieved - ok;
  }
}
