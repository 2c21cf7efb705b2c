package dev.nacoscapacity.cluster.time;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * Time that jumps from one event to the next. Events run on the thread that waits, in the order of
 * their times, and those of one time in the order in which they were planned; so what happens
 * depends on nothing but the events. For one thread.
 */
public final class VirtualTime implements EventThread {

  private record Event(long at, long number, Runnable task) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(number, other.number) : byTime;
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Instant epoch;
  private long now;
  private long planned;

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
    events.add(new Event(now + Math.max(0, nanos), planned++, task));
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
    while (!events.isEmpty() && events.peek().at <= moment) {
      Event next = events.poll();
      now = next.at;
      next.task.run();
      if (condition.getAsBoolean()) {
        return true;
      }
    }
    now = Math.max(now, moment);
    return false;
  }
}
