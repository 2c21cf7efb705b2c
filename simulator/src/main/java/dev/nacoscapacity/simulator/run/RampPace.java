package dev.nacoscapacity.simulator.run;

import java.time.Duration;

/**
 * How fast a fleet comes and goes, of all shards together: no faster than asked, and never faster
 * than its bound.
 *
 * @param instances of the whole fleet
 * @param ramp how long the registrations should take at least; zero for as fast as may be
 * @param mostPerSecond the bound, 1 or more
 */
public record RampPace(int instances, Duration ramp, int mostPerSecond) {

  /** Without beats, an instance is removed after this time. */
  private static final Duration EXPIRY = Duration.ofSeconds(30);

  /** The most registrations a second. */
  public double registrationsPerSecond() {
    return instances / (rampAtLeast().toMillis() / 1e3);
  }

  /** How long all registrations take at least. */
  Duration rampAtLeast() {
    return longer(ramp, fastest());
  }

  /**
   * How long all deregistrations take at least: no longer than instances take to expire by
   * themselves, where the registry need not be spared by more than that.
   */
  Duration teardownAtLeast() {
    Duration asked = ramp.compareTo(EXPIRY) < 0 ? ramp : EXPIRY;
    return longer(asked, fastest());
  }

  private Duration fastest() {
    return Duration.ofMillis(1 + instances * 1000L / mostPerSecond);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
