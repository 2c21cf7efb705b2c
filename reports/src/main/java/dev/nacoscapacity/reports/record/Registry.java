package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AbstractHistogram;

/**
 * What the registry said about the fleet in the judged window, as compared with what it had
 * acknowledged.
 *
 * @param counts over all nodes: minima and maxima of the worst node at the worst moment; in JSON
 *     its fields stand beside the ones below
 * @param beatGapMs between two beats of one instance, as they were written
 * @param complete whether every node showed every instance healthy when the window began, but for
 *     as many as the criteria accept
 * @param unswept services on nodes that were still unread when the time of a sweep by identity was
 *     up, after the window or after the deregistration; null when there was no sweep
 * @param keptBeatingYetDropped instances that went missing or unhealthy although their own beats
 *     were written at most {@code verdict.criteria.beatGapMs} apart
 * @param neverAppeared instances whose registration was acknowledged and which at least one node
 *     never listed, although they kept beating likewise
 * @param byNode the same counts as each node told them
 */
public record Registry(
    @JsonUnwrapped Counts counts,
    BeatGap beatGapMs,
    boolean complete,
    Integer unswept,
    long keptBeatingYetDropped,
    long neverAppeared,
    Map<String, Counts> byNode) {

  public Registry {
    byNode = byNode == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(byNode));
  }

  /**
   * Numbers of instances.
   *
   * @param expected acknowledged and due
   * @param presentMin listed, whoever they are, at the worst moment of those in which every service
   *     of the node was known; null when there was no such moment
   * @param healthyMin likewise, listed as healthy
   * @param missingMax acknowledged and due, absent
   * @param unhealthyMax present, not healthy
   * @param lost beats of acknowledged instances that were answered "unknown instance"
   * @param ghostMax deregistered, still there
   * @param divergentMax services, not instances, about which nodes disagreed for over 10 s
   * @param unknownMax instances of services whose list on a node went unread for 20 s
   */
  public record Counts(
      long expected,
      Long presentMin,
      Long healthyMin,
      long missingMax,
      long unhealthyMax,
      long lost,
      long ghostMax,
      long divergentMax,
      long unknownMax) {}

  /** Gaps between written beats, in ms. */
  public record BeatGap(double p99, double max) {

    /**
     * Reads a histogram of microseconds that has four digits, which tell every millisecond of a gap
     * that matters.
     */
    public static BeatGap ofMicros(AbstractHistogram micros) {
      return new BeatGap(millis(micros.getValueAtPercentile(99)), millis(micros.getMaxValue()));
    }

    private static long millis(long micros) {
      return TimeUnit.MICROSECONDS.toMillis(micros);
    }
  }
}
