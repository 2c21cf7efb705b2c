package dev.nacoscapacity.reports.record;

import org.HdrHistogram.AbstractHistogram;

/**
 * What subscribers were told in the whole run, which is mostly its ramp: there the instances
 * register.
 *
 * @param count registrations that a push brought to a subscriber
 * @param latencyMs from the registration being written to the push with it
 */
public record Pushes(long count, Percentiles latencyMs) {

  /** Reads a histogram of microseconds; null when it is empty. */
  public static Pushes ofMicros(AbstractHistogram micros) {
    return micros.getTotalCount() == 0
        ? null
        : new Pushes(micros.getTotalCount(), Percentiles.ofMicros(micros));
  }
}
