package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.RunStats;
import org.HdrHistogram.Histogram;

/**
 * How long changes took to reach their last subscriber. A change is an instance's registration or
 * deregistration after the ramp, which was news to at least one subscriber that was connected and
 * had subscribed when it was written.
 *
 * @param count those of which every such subscriber was told, and those that are incomplete
 * @param incomplete some subscriber was not told within 60 s
 * @param superseded not among the count: the instance changed again, or the fleet left, before
 *     every subscriber was told
 * @param latencyMs from the change being written to the push that told the last subscriber; of an
 *     incomplete one at least this long. Null when the count is 0
 */
public record Changes(long count, long incomplete, long superseded, Percentiles latencyMs) {

  /** Of a run's figures; null when nothing changed. */
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
