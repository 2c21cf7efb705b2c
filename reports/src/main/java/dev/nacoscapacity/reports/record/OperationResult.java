package dev.nacoscapacity.reports.record;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;

/**
 * How one kind of call (beat, list, listen, …) fared in the judged window.
 *
 * @param required slots that fell due
 * @param achieved calls that ended, well or badly: {@code ok} and all {@code failed}
 * @param ok calls answered as they should be
 * @param failed calls that were not, counted by reason
 * @param missed slots that passed while the instance's call before was still in flight
 * @param rerouted calls tried again at another node; each call counts once in the figures above
 * @param latencyMs due time to answer, missed slots included; null when nothing ended
 * @param retriesMs taken up to the beginning of the attempt that counts: the attempts before it,
 *     which failed; null in records of older versions, whose {@code poolWaitMs} holds them
 * @param poolWaitMs from there to written: the wait for a connection
 * @param serviceMs written to answered, of the calls that were written; null when none was
 */
public record OperationResult(
    long required,
    long achieved,
    long ok,
    Map<String, Long> failed,
    long missed,
    long rerouted,
    Percentiles latencyMs,
    Percentiles retriesMs,
    Percentiles poolWaitMs,
    Percentiles serviceMs) {

  /** Name of the heartbeats among the operations. */
  public static final String BEAT = "beat";

  /**
   * Name of the pushes among the operations: from one instance's registration to a push with it.
   * Those of the ramp, where most come, are in {@link Pushes}.
   */
  public static final String PUSH = "push";

  public OperationResult {
    failed = failed == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(failed));
  }

  /** An operation from its counts and from histograms of microseconds. */
  public static OperationResult ofMicros(
      long required,
      long ok,
      Map<String, Long> failed,
      long missed,
      long rerouted,
      AbstractHistogram latency,
      AbstractHistogram retries,
      AbstractHistogram poolWait,
      AbstractHistogram service) {
    return new OperationResult(
        required,
        ok + sum(failed),
        ok,
        failed,
        missed,
        rerouted,
        Percentiles.ofMicros(latency),
        Percentiles.ofMicros(retries),
        Percentiles.ofMicros(poolWait),
        Percentiles.ofMicros(service));
  }

  /** Failed calls of all reasons. */
  public long failures() {
    return sum(failed);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
