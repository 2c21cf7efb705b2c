package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AbstractHistogram;

/**
 * What the registry listed of the fleet in the measurement window, as compared with what it had
 * acknowledged.
 *
 * @param worst of the worst node at its worst moment; what nodes add up is the sum of all, and
 *     divergent services are those of the whole cluster
 * @param byNode the same of each node, by its name
 * @param beatGapMs between two beats of one instance, as they were written; null when unknown
 * @param complete whether every node listed every instance as healthy when the window began, but
 *     for as many as the criteria accept
 * @param unswept services on nodes that were still unread when the time of a sweep by identity was
 *     up, after the window or after the deregistration; null when there was no sweep
 * @param keptBeatingYetDropped instances that went missing or unhealthy although their own beats
 *     were written at most {@code verdict.criteria.beatGapMs} apart
 * @param neverAppeared instances whose registration was acknowledged and which at least one node
 *     never listed, although they kept beating likewise
 */
public record Registry(
    RegistryStats worst,
    Map<String, RegistryStats> byNode,
    BeatGap beatGapMs,
    boolean complete,
    Integer unswept,
    long keptBeatingYetDropped,
    long neverAppeared) {

  public Registry {
    byNode = byNode == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(byNode));
  }

  /**
   * What nodes list, all else being known of it.
   *
   * @param divergent services about which nodes disagreed, the most at one time: fewer than those
   *     that nodes list wrongly, where two list the same one wrongly
   */
  public Registry(
      Map<String, RegistryStats> byNode,
      long divergent,
      BeatGap beatGapMs,
      boolean complete,
      Integer unswept,
      long keptBeatingYetDropped,
      long neverAppeared) {
    this(
        worst(byNode, divergent),
        byNode,
        beatGapMs,
        complete,
        unswept,
        keptBeatingYetDropped,
        neverAppeared);
  }

  private static RegistryStats worst(Map<String, RegistryStats> byNode, long divergent) {
    RegistryStats worst = RegistryStats.worst(byNode.values());
    worst.set(RegistryCount.DIVERGENT, divergent);
    return worst;
  }

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
