package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.workload.BeatTime;
import java.time.Duration;

/**
 * Rates at which a fleet registers and deregisters, over all shards: the requested rate, up to a
 * limit.
 *
 * @param instances of the whole fleet
 * @param ramp shortest duration of all registrations; zero for as fast as possible
 * @param mostPerSecond limit in instances per second, at least 1
 */
public record RampPace(int instances, Duration ramp, int mostPerSecond) {

  /** Time after which the registry removes an instance without beats. */
  private static final Duration EXPIRY = BeatTime.REMOVAL.usual();

  /** Highest rate of registrations, per second. */
  public double registrationsPerSecond() {
    return instances / (rampAtLeast().toMillis() / 1e3);
  }

  /** Shortest duration of all registrations. */
  Duration rampAtLeast() {
    return longer(ramp, fastest());
  }

  /**
   * Shortest duration of all deregistrations: no longer than instances take to expire, unless the
   * rate limit requires more.
   */
  Duration teardownAtLeast() {
    Duration requested = ramp.compareTo(EXPIRY) < 0 ? ramp : EXPIRY;
    return longer(requested, fastest());
  }

  private Duration fastest() {
    return Duration.ofMillis(1 + instances * 1000L / mostPerSecond);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
