package dev.nacoscapacity.core.record;

import org.HdrHistogram.AbstractHistogram;

/**
 * Pushes to subscribers in the whole run. Most of them come in the ramp, where the instances
 * register.
 *
 * @param count registrations that reached a subscriber in a push
 * @param latencyMs from writing the registration to the push that contains the instance
 */
public record Pushes(long count, Percentiles latencyMs) {

  /** Reads a histogram of microseconds; null when the histogram is empty. */
  public static Pushes ofMicros(AbstractHistogram micros) {
    return micros.getTotalCount() == 0
        ? null
        : new Pushes(micros.getTotalCount(), Percentiles.ofMicros(micros));
  }
}
