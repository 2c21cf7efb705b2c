package dev.nacoscapacity.simulator.preflight;

import java.time.Duration;
import java.util.Locale;

/**
 * The rates that a run offers to the whole cluster, in calls per second.
 *
 * @param registrations highest rate of the ramp
 * @param publishes of configurations
 * @param reads of configurations by listeners, after each publish
 */
public record OfferedRates(
    double beats,
    double lists,
    double listens,
    double registrations,
    double publishes,
    double reads) {

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
        registrations,
        0,
        0);
  }

  /**
   * Returns these rates with publishes of configurations.
   *
   * @param publishes per second
   * @param readers mean number of listeners that read after a publish
   */
  public OfferedRates publishing(double publishes, double readers) {
    return new OfferedRates(beats, lists, listens, registrations, publishes, publishes * readers);
  }

  /** The sum of the rates of two parts of a fleet. */
  public OfferedRates plus(OfferedRates other) {
    return new OfferedRates(
        beats + other.beats,
        lists + other.lists,
        listens + other.listens,
        registrations + other.registrations,
        publishes + other.publishes,
        reads + other.reads);
  }

  /** The sum of all rates except registrations, which end with the ramp. */
  public double callsPerSecond() {
    return beats + lists + listens + publishes + reads;
  }

  @Override
  public String toString() {
    String configurations =
        publishes == 0
            ? ""
            : String.format(
                Locale.ROOT, "%,.1f publishes/s, %,.1f config reads/s, ", publishes, reads);
    return String.format(
        Locale.ROOT,
        "%,.0f beats/s, %,.0f lists/s, %,.1f listens/s, %sup to %,.0f registrations/s",
        beats,
        lists,
        listens,
        configurations,
        registrations);
  }

  private static double perSecond(int callers, Duration period) {
    return period.isZero() ? 0 : callers * 1e9 / period.toNanos();
  }
}
