package dev.nacoscapacity.simulator.schedule;

/**
 * The due times of a periodic operation, one for each slot. Slots are numbered from 0; each actor
 * has one slot a round, so slot {@code n} belongs to round {@code n / actors}. Due times never
 * decrease.
 */
@FunctionalInterface
public interface DueTimes {

  /** When a slot is due, in nanoseconds of the clock that {@code start} was read from. */
  long at(long slot);

  /**
   * Actors evenly over the period: the steady state of clients started at random times.
   *
   * @throws ArithmeticException when {@code period * actors} exceeds a long: a million actors may
   *     have a period of up to two and a half hours
   */
  static DueTimes spread(long start, long period, int actors) {
    Math.multiplyExact(period, (long) actors);
    // Whole rounds first: slot * period would overflow within hours of a million actors' run.
    return slot -> start + slot / actors * period + slot % actors * period / actors;
  }

  /** All actors at once, each period: what clients do that were started by one event. */
  static DueTimes herd(long start, long period, int actors) {
    return slot -> start + slot / actors * period;
  }
}
