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

  /** Actors evenly over the period: the steady state of clients started at random times. */
  static DueTimes spread(long start, long period, int actors) {
    // Whole rounds first: slot * period overflows after 29 years of a million actors, this never.
    return slot -> start + slot / actors * period + slot % actors * period / actors;
  }

  /** All actors at once, each period: what clients do that were started by one event. */
  static DueTimes herd(long start, long period, int actors) {
    return slot -> start + slot / actors * period;
  }
}
