package dev.nacoscapacity.simulator.preflight;

import java.time.Duration;
import java.util.Locale;

/**
 * The rates that a run is about to offer to the whole cluster, in calls per second.
 *
 * @param registrations highest rate of the ramp
 */
public record OfferedRates(double beats, double lists, double listens, double registrations) {

  /** The rates of a fleet with fixed periods; zero for calls that it does not make. */
  public static OfferedRates of(
      int instances,
      int listeners,
      Duration beat,
      Duration list,
      Duration listen,
      double registrations) {
    return new OfferedRates(
        perSecond(instances, beat),
        perSecond(instances, list),
        perSecond(listeners, listen),
        registrations);
  }

  /** The sum of the rates of two parts of a fleet. */
  public OfferedRates plus(OfferedRates other) {
    return new OfferedRates(
        beats + other.beats,
        lists + other.lists,
        listens + other.listens,
        registrations + other.registrations);
  }

  /** The sum of all rates but registrations, which end with the ramp. */
  public double callsPerSecond() {
    return beats + lists + listens;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,.0f beats/s, %,.0f lists/s, %,.1f listens/s, up to %,.0f registrations/s",
        beats,
        lists,
        listens,
        registrations);
  }

  private static double perSecond(int callers, Duration period) {
    return period.isZero() ? 0 : callers * 1e9 / period.toNanos();
  }
}
