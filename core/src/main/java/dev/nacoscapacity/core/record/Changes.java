package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What subscribers were told of changes. A change is a registration or deregistration. It concerns
 * the subscribers that were connected, had subscribed when it was written, and had a list that
 * differs; a change without such subscribers is not counted.
 *
 * @param count changes after the ramp that reached every subscriber, however late
 * @param incomplete undelivered changes of the whole run: a subscriber waited for 30 s in vain, and
 *     was never told, or its last list still differs from what the registry acknowledged
 * @param superseded changes after the ramp of which the instance changed again, or the load ended,
 *     before every subscriber had received them
 * @param latencyMs of the count, from writing a change to the push that brought it to its last
 *     subscriber; absent when the count is 0
 */
public record Changes(long count, long incomplete, long superseded, Percentiles latencyMs) {

  /** The changes in the figures of a run; empty when there were none. */
  public static Optional<Changes> of(RunStats measured) {
    Histogram micros = measured.histogram(FleetDuration.CHANGES);
    long count = micros.getTotalCount();
    long superseded = measured.histogram(FleetDuration.CHANGES_SUPERSEDED).getTotalCount();
    long incomplete = measured.histogram(FleetDuration.CHANGES_INCOMPLETE).getTotalCount();
    Percentiles latency = Percentiles.ofMicros(micros).orElse(null);
    return Optional.of(new Changes(count, incomplete, superseded, latency))
        .filter(all -> count + incomplete + superseded > 0);
  }
}
