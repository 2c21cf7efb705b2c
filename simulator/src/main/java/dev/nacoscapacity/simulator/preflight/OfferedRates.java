package dev.nacoscapacity.simulator.preflight;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import java.time.Duration;

/**
 * The rates that a run offers to the whole cluster, in calls per second.
 *
 * @param registrations highest rate of the ramp
 * @param publishes of configurations
 * @param reads of configurations, by listeners after each publish or at a rate of their own
 * @param registrationsAgain of instances that are registered
 */
public record OfferedRates(
    double beats,
    double lists,
    double listens,
    double registrations,
    double publishes,
    double reads,
    double registrationsAgain) {

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
    return new OfferedRates(
        beats, lists, listens, registrations, publishes, publishes * readers, registrationsAgain);
  }

  /**
   * Returns these rates with calls of one operation at a constant rate, in place of those that a
   * fleet makes.
   */
  public OfferedRates atRate(Operation operation, double perSecond) {
    return new OfferedRates(
        operation == Operation.BEAT ? perSecond : beats,
        operation == Operation.LIST ? perSecond : lists,
        listens,
        registrations,
        operation == Operation.PUBLISH ? perSecond : publishes,
        operation == Operation.READ ? perSecond : reads,
        operation == Operation.REGISTER ? perSecond : registrationsAgain);
  }

  /** The sum of the rates of two parts of a fleet. */
  public OfferedRates plus(OfferedRates other) {
    return new OfferedRates(
        beats + other.beats,
        lists + other.lists,
        listens + other.listens,
        registrations + other.registrations,
        publishes + other.publishes,
        reads + other.reads,
        registrationsAgain + other.registrationsAgain);
  }

  /** The sum of all rates except first registrations, which end with the ramp. */
  public double callsPerSecond() {
    return beats + lists + listens + publishes + reads + registrationsAgain;
  }

  @Override
  public String toString() {
    return words().text();
  }

  /** The rates for people. */
  public Message words() {
    boolean configurations = publishes + reads > 0;
    return Message.of(
        "offered.rates",
        with("beats", beats)
            .and("lists", lists)
            .and("listens", listens)
            .and("publishes", configurations ? publishes : null)
            .and("reads", configurations ? reads : null)
            .and("again", registrationsAgain == 0 ? null : registrationsAgain)
            .and("registrations", registrations));
  }

  private static double perSecond(int callers, Duration period) {
    return period.isZero() ? 0 : callers * 1e9 / period.toNanos();
  }
}
