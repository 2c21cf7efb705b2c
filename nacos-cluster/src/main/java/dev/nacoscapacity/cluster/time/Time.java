package dev.nacoscapacity.cluster.time;

import java.time.Duration;
import java.time.Instant;

/**
 * What passes between one moment and the next. Whoever waits, stamps, or does something beside
 * something else asks for it here, and does not know whether it passes by itself or in jumps.
 */
public interface Time {

  /** This machine's, which passes by itself. */
  static Time wall() {
    return WallTime.INSTANCE;
  }

  /** In nanoseconds, of which only differences mean something. */
  long nanos();

  Instant timeOfDay();

  /**
   * Waits for a signal.
   *
   * @return whether it was raised, now or before; false when so much time has passed without it
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
   * Lets so much time pass.
   *
   * @throws InterruptedException when the thread is interrupted, now or before
   */
  default void sleep(Duration time) throws InterruptedException {
    await(new Signal("time to pass"), time);
  }

  /**
   * Does something on a thread of its own, which keeps no process alive.
   *
   * @param name the thread's
   */
  Forked fork(String name, Runnable task);
}
