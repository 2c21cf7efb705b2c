package dev.nacoscapacity.reports.record;

import java.time.Instant;

/**
 * One operation in one second: a row of {@code intervals.csv}.
 *
 * @param time end of the second
 * @param seconds the same, since the run began
 * @param phase ramp, warm-up, completion, measure, sweep, drain, deregister, ghosts
 * @param inFlight calls not yet answered at the end of the second
 * @param unserved actors (instances; for listen services, for scrape nodes) that were without
 *     service at the end of the second: their last call failed, or is a period overdue
 * @param longestUnservedMs for how long one of them had been, since that call was due
 * @param p50Ms of the latency of the calls that ended in the second; null when none did
 */
public record IntervalRow(
    Instant time,
    double seconds,
    String phase,
    String operation,
    long required,
    long started,
    long ok,
    long failed,
    long missed,
    long rerouted,
    long inFlight,
    long unserved,
    long longestUnservedMs,
    Double p50Ms,
    Double p99Ms,
    Double maxMs) {

  /**
   * The row of connections opened, which {@code started} counts. No operation: no one is due to
   * open one.
   */
  public static final String CONNECT = "connect";
}
