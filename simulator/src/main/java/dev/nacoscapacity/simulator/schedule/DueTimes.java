package dev.nacoscapacity.simulator.schedule;

import dev.nacoscapacity.core.workload.Phase;

/**
 * The due times of a periodic operation, one for each arrival. Arrivals are numbered from 0; each
 * actor has one arrival a round, so arrival {@code n} belongs to round {@code n / actors}. Due
 * times never decrease.
 */
@FunctionalInterface
public interface DueTimes {

  /** When an arrival is due, in nanoseconds of the clock that {@code start} was read from. */
  long at(long arrival);

  /**
   * Arrivals spread evenly over the period: the steady state of clients that were started at random
   * times.
   */
  static DueTimes spread(long start, long period, int actors) {
    long gap = period / actors;
    long rest = period % actors;
    // Computed in two parts, since arrival * period would overflow within hours with a million
    // actors.
    return arrival -> {
      long turn = arrival % actors;
      return start + arrival / actors * period + turn * gap + turn * rest / actors;
    };
  }

  /**
   * All actors at once, in each period: the behaviour of clients that were started by one event.
   */
  static DueTimes burst(long start, long period, int actors) {
    return arrival -> start + arrival / actors * period;
  }

  /** Those of {@code actors} actors, each once a {@code period} of nanoseconds. */
  static DueTimes of(Phase phase, long start, long period, int actors) {
    return phase == Phase.SPREAD ? spread(start, period, actors) : burst(start, period, actors);
  }
}
