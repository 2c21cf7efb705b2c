package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.stats.LatencyPart;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.OperationStats;
import dev.nacoscapacity.reports.stats.RunStats;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How one kind of call (beat, list, listen, …) fared in the measurement window, or how those of the
 * clients' {@linkplain RunRecord#lifecycle lifecycle} did in the whole run. Pushes of the ramp,
 * where most come, are in {@link Pushes}.
 *
 * @param required calls that came due
 * @param achieved calls that ended, well or badly: {@code ok} and all {@code failed}
 * @param ok calls answered as they should be
 * @param failed calls that were not, counted by reason
 * @param skipped calls that came due while the call before was unanswered, and were not made
 * @param failoverRetries attempts that failed and were made again on another node; each call counts
 *     once in the figures above
 * @param latencyMs due time to answer, skipped calls included; null when nothing ended
 * @param retriesMs taken up to the beginning of the attempt that counts: the attempts before it,
 *     which failed
 * @param poolWaitMs from there to written: the wait for a connection
 * @param serviceMs written to answered, of the calls that were written; null when none was
 */
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
    Percentiles serviceMs) {

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
        Percentiles.ofMicros(stats.histogram(LatencyPart.LATENCY)),
        Percentiles.ofMicros(stats.histogram(LatencyPart.RETRIES)),
        Percentiles.ofMicros(stats.histogram(LatencyPart.POOL_WAIT)),
        Percentiles.ofMicros(stats.histogram(LatencyPart.SERVICE)));
  }

  /**
   * The operations that calls were required of, by name.
   *
   * @param measured of the measurement window
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

  /** What clients called when they came or went, by name, in the whole run. */
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

  /** Share of the required calls that ended, 0 to 1; null when none was required. */
  public Double achievedShare() {
    return required == 0 ? null : (double) achieved / required;
  }

  /** Share of the calls that failed, 0 to 1; null when none ended. */
  public Double failedShare() {
    return achieved == 0 ? null : (double) failures() / achieved;
  }

  /** Failed calls of all reasons. */
  public long failures() {
    return achieved - ok;
  }
}
