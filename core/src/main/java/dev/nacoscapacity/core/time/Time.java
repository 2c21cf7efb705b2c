package dev.nacoscapacity.core.time;

import java.time.Duration;
import java.time.Instant;

/**
 * A source of time. Code that waits, takes timestamps or starts threads uses this interface, and
 * does not depend on whether the time is real or virtual.
 */
public interface Time {

  /** The real time of this machine. */
  static Time wall() {
    return WallTime.INSTANCE;
  }

  /** Nanoseconds from an arbitrary origin, for computing differences. */
  long nanos();

  Instant timeOfDay();

  /**
   * Waits for a signal.
   *
   * @return true if the signal is or was raised; false after the timeout
   * @throws InterruptedException when the thread is interrupted, now or before
   */
  boolean await(Signal signal, Duration atMost) throws InterruptedException;

  /**
   * Waits for a signal, however long it takes.
   *
   * @throws InterruptedException when the thread is interrupted, now or before
   */
  default void await(Signal signal) throws InterruptedException {
    await(signal, Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * Sleeps.
   *
   * @throws InterruptedException when the thread is interrupted, now or before
   */
  default void sleep(Duration time) throws InterruptedException {
    await(new Signal("time to pass"), time);
  }

  /**
   * Runs a task on a daemon thread.
   *
   * @param name of the thread
   */
  Fork fork(String name, Runnable task);
}
