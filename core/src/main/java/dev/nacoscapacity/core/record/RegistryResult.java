package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AbstractHistogram;

/**
 * What the registry listed of the fleet in the measurement window, compared with what it had
 * acknowledged.
 *
 * @param worst figures of the worst node at its worst moment; a figure that adds up over nodes is
 *     the sum, and divergent services are counted for the whole cluster
 * @param byNode figures of each node at its worst moment, by name
 * @param beatGapMs time between two written beats of one instance; absent when unknown
 * @param complete whether every node listed every instance as healthy when the window began, except
 *     as many as the criteria accept
 * @param unswept pairs of service and node that were still unread at the time limit of a sweep by
 *     identity, after the window or after the deregistration; absent when there was no sweep
 * @param keptBeatingYetDropped instances that went missing or unhealthy although their own beats
 *     were written at most {@code verdict.criteria.beatGapMs} apart
 * @param neverAppeared instances whose registration was acknowledged and which at least one node
 *     never listed, although they kept beating at that interval
 * @param beyondStalls {@code worst} without the losses that {@link Generator.Delays#stalls} may
 *     explain; all of them, where a record does not tell when they were seen
 */
@RecordBuilder
public record RegistryResult(
    RegistryStats worst,
    Map<String, RegistryStats> byNode,
    BeatGap beatGapMs,
    boolean complete,
    Integer unswept,
    long keptBeatingYetDropped,
    long neverAppeared,
    RegistryStats beyondStalls)
    implements RegistryResultBuilder.With {

  public RegistryResult {
    beyondStalls = beyondStalls == null ? worst.withoutLosses() : beyondStalls;
    byNode = byNode == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(byNode));
  }

  /**
   * A registry from the figures of its nodes.
   *
   * @param divergent most services at one time on which nodes disagreed: less than the sum over the
   *     nodes when two nodes list the same service wrongly
   */
  public RegistryResult(
      Map<String, RegistryStats> byNode,
      long divergent,
      BeatGap beatGapMs,
      boolean complete,
      Integer unswept,
      long keptBeatingYetDropped,
      long neverAppeared,
      RegistryStats beyondStalls) {
    this(
        worst(byNode, divergent),
        byNode,
        beatGapMs,
        complete,
        unswept,
        keptBeatingYetDropped,
        neverAppeared,
        beyondStalls);
  }

  private static RegistryStats worst(Map<String, RegistryStats> byNode, long divergent) {
    RegistryStats worst = RegistryStats.worst(byNode.values());
    worst.set(RegistryCount.DIVERGENT, divergent);
    return worst;
  }

  /** Time between written beats, in ms. */
  public record BeatGap(double p99, double max) {

    /**
     * Reads a histogram of microseconds with four digits, which are exact to the millisecond for
     * all relevant gaps.
     *
     * @return empty when it is
     */
    public static Optional<BeatGap> ofMicros(AbstractHistogram micros) {
      return Optional.of(micros)
          .filter(gaps -> gaps.getTotalCount() > 0)
          .map(
              gaps ->
                  new BeatGap(millis(gaps.getValueAtPercentile(99)), millis(gaps.getMaxValue())));
    }

    private static long millis(long micros) {
      return TimeUnit.MICROSECONDS.toMillis(micros);
    }
  }
}
