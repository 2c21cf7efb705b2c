package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.RunStats;
import org.HdrHistogram.Histogram;

/**
 * How long changes took to reach their last subscriber. A change is a registration or
 * deregistration after the ramp. It concerns the subscribers that were connected, had subscribed
 * when it was written, and had a list that differs; a change without such subscribers is not
 * counted.
 *
 * @param count complete and incomplete changes
 * @param incomplete changes that a subscriber had not received after 60 s
 * @param superseded changes outside of the count: the instance changed again, or the load ended,
 *     before every subscriber had received them
 * @param latencyMs from writing a change to the push that brought it to its last subscriber; an
 *     incomplete change counts with the time until it was given up. Null when the count is 0
 */
public record Changes(long count, long incomplete, long superseded, Percentiles latencyMs) {

  /** The changes in the figures of a run; null when there were none. */
  public static Changes of(RunStats measured) {
    Histogram micros = measured.histogram(Distribution.CHANGES);
    long count = micros.getTotalCount();
    long superseded = measured.histogram(Distribution.CHANGES_SUPERSEDED).getTotalCount();
    return count + superseded == 0
        ? null
        : new Changes(
            count,
            measured.histogram(Distribution.CHANGES_INCOMPLETE).getTotalCount(),
            superseded,
            count == 0 ? null : Percentiles.ofMicros(micros));
  }
}
