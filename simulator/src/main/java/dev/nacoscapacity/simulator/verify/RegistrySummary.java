package dev.nacoscapacity.simulator.verify;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What the registry said of the fleet in a window.
 *
 * @param worst over all nodes: extremes of the worst node; {@code lost} is their sum and {@code
 *     divergentMax} the most divergent services at one time
 * @param beatGaps the longest gap between two written beats of each instance, in microseconds
 * @param keptBeatingYetDropped instances seen missing or unhealthy, by identity, although their
 *     beats were written at most {@link GracePeriods#beatGap()} apart
 * @param neverAppeared instances that were acknowledged and due and that at least one node never
 *     listed, although their beats were written likewise
 * @param byNode the same as each node told it, by its number
 */
public record RegistrySummary(
    Extremes worst,
    Histogram beatGaps,
    int keptBeatingYetDropped,
    int neverAppeared,
    Map<Integer, Extremes> byNode) {

  public RegistrySummary {
    byNode = Collections.unmodifiableMap(new TreeMap<>(byNode));
  }
}
