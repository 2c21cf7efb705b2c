package dev.nacoscapacity.simulator.schedule;

/** How the actors of a periodic operation are distributed over its period. */
public enum Phase {
  /** Evenly, like clients that were started at random times. */
  SPREAD,
  /** All at once, as after a mass restart. */
  BURST;

  /** The due times of {@code actors} actors, each once a {@code period} of nanoseconds. */
  public DueTimes dueTimes(long start, long period, int actors) {
    return this == SPREAD
        ? DueTimes.spread(start, period, actors)
        : DueTimes.burst(start, period, actors);
  }
}
