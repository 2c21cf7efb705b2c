package dev.nacoscapacity.cluster.time;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/**
 * Time that jumps from one event to the next. Events run on the thread that waits, in the order of
 * their times, and those of one time in the order in which they were planned; so what happens
 * depends on nothing but the events. For one thread.
 */
public final class VirtualTime implements EventThread {

  private final EventQueue events = new EventQueue();
  private final Instant epoch;
  private long now;

  /**
   * @param epoch the time of day when it begins
   */
  public VirtualTime(Instant epoch) {
    this.epoch = epoch;
  }

  /** Since it began. */
  public long nanos() {
    return now;
  }

  public Instant timeOfDay() {
    return epoch.plus(Duration.ofNanos(now));
  }

  @Override
  public void execute(Runnable task) {
    after(0, task);
  }

  @Override
  public void after(long nanos, Runnable task) {
    events.add(now + Math.max(0, nanos), task);
  }

  /** True: there is no other thread. */
  @Override
  public boolean isCurrent() {
    return true;
  }

  /**
   * Runs what happens until a moment, or until a condition holds after an event.
   *
   * @param moment in {@link #nanos}; one that is over runs nothing
   * @return whether the condition held
   */
  public boolean runUntil(long moment, BooleanSupplier condition) {
    while (!events.isEmpty() && events.nextTime() <= moment) {
      now = events.nextTime();
      events.poll().run();
      if (condition.getAsBoolean()) {
        return true;
      }
    }
    now = Math.max(now, moment);
    return false;
  }
}
