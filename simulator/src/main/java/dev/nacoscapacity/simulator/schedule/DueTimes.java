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
    long gap = period / actors;
    long rest = period % actors;
    // Piece by piece: slot * period would overflow within hours of a million actors' run.
    return slot -> {
      long turn = slot % actors;
      return start + slot / actors * period + turn * gap + turn * rest / actors;
    };
  }

  /** All actors at once, each period: what clients do that were started by one event. */
  static DueTimes burst(long start, long period, int actors) {
    return slot -> start + slot / actors * period;
  }
}
