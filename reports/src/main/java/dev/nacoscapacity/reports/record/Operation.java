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
 * @param poolWaitMs taken up to written: the wait for a connection
 * @param serviceMs written to answered
 */
public record Operation(
    long required,
    long achieved,
    long ok,
    Map<String, Long> failed,
    long missed,
    long rerouted,
    Percentiles latencyMs,
    Percentiles poolWaitMs,
    Percentiles serviceMs) {

  /** Name of the heartbeats among the operations. */
  public static final String BEAT = "beat";

  /**
   * Name of the pushes among the operations: from one instance's registration to a push with it.
   * They count for the judged window whenever they came, since instances register before it.
   */
  public static final String PUSH = "push";

  public Operation {
    failed = failed == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(failed));
  }

  /** An operation from its counts and from histograms of microseconds. */
  public static Operation ofMicros(
      long required,
      long ok,
      Map<String, Long> failed,
      long missed,
      long rerouted,
      AbstractHistogram latency,
      AbstractHistogram poolWait,
      AbstractHistogram service) {
    return new Operation(
        required,
        ok + sum(failed),
        ok,
        failed,
        missed,
        rerouted,
        Percentiles.ofMicros(latency),
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
