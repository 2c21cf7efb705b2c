package dev.nacoscapacity.core.record;

import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/**
 * Pushes to subscribers in the whole run. Most of them come in the ramp, where the instances
 * register.
 *
 * @param count registrations that reached a subscriber in a push
 * @param latencyMs from writing the registration to the push that contains the instance
 */
public record Pushes(long count, Percentiles latencyMs) {

  /** Reads a histogram of microseconds; empty when the histogram is. */
  public static Optional<Pushes> ofMicros(AbstractHistogram micros) {
    return Percentiles.ofMicros(micros).map(latency -> new Pushes(micros.getTotalCount(), latency));
  }
}
