package dev.nacoscapacity.simulator.schedule;

import dev.nacoscapacity.core.workload.Phase;

/**
 * A cursor over the arrivals of one periodic operation: who is due next and when. The cursor only
 * moves forward, one arrival at a time. An arrival that is not taken in time stays due, so a
 * stalled caller finds every missed arrival. For one thread.
 */
public final class ArrivalSchedule {

  private final Permutation rota;
  private final Phase phase;
  private long period;
  private DueTimes dueTimes;
  private long arrival;

  /**
   * When the next arrival is due; cached, since it is read much more often than arrivals are taken.
   */
  private long due;

  /**
   * @param start when the first arrival is due, in nanoseconds
   * @param period in nanoseconds, above 0
   */
  public ArrivalSchedule(Permutation rota, Phase phase, long start, long period) {
    this.rota = rota;
    this.phase = phase;
    follow(start, period);
  }

  /** Restarts the schedule: the first arrival is due at {@code start}. */
  public void begin(long start) {
    arrival = 0;
    follow(start, period);
  }

  /** When the next arrival is due. */
  public long due() {
    return due;
  }

  /** Takes the next arrival and returns its actor. */
  public int take() {
    int actor = rota.actor(arrival++);
    due = dueTimes.at(arrival);
    return actor;
  }

  /** The time between two arrivals of an actor, in nanoseconds. */
  public long period() {
    return period;
  }

  /**
   * Changes the period from the next arrival on, as a server may request. No arrival is skipped or
   * repeated: the next arrival and its due time do not change.
   */
  public void changePeriod(long newPeriod) {
    arrival %= rota.actors();
    long sinceStart = DueTimes.of(phase, 0, newPeriod, rota.actors()).at(arrival);
    follow(due - sinceStart, newPeriod);
  }

  private void follow(long start, long period) {
    if (period <= 0) {
      throw new IllegalArgumentException("a period is above 0 ns, not " + period);
    }
    this.period = period;
    this.dueTimes = DueTimes.of(phase, start, period, rota.actors());
    this.due = dueTimes.at(arrival);
  }
}
