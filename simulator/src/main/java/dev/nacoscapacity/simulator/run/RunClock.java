package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.time.VirtualTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A run's time: from its start, and of day. Whatever waits, schedules or stamps within a run asks
 * it. Safe for use by several threads.
 */
public final class RunClock {

  /** Lets time pass. */
  private interface Wait {
    void until(long moment, StopSignal stop);
  }

  private final LongSupplier nanos;
  private final InstantSource timeOfDay;
  private final Wait wait;
  private final long start;

  private RunClock(LongSupplier nanos, InstantSource timeOfDay, Wait wait) {
    this.nanos = nanos;
    this.timeOfDay = timeOfDay;
    this.wait = wait;
    this.start = nanos.getAsLong();
  }

  /** This machine's, started now. */
  public static RunClock system() {
    return new RunClock(
        System::nanoTime,
        InstantSource.system(),
        (moment, stop) -> stop.awaitFor(moment - System.nanoTime()));
  }

  /** Whoever waits for it runs what happens meanwhile. */
  public static RunClock of(VirtualTime time) {
    return new RunClock(
        time::nanos,
        time::timeOfDay,
        (moment, stop) -> {
          boolean before = stop.request().isPresent();
          time.runUntil(moment, () -> !before && stop.request().isPresent());
        });
  }

  /** In nanoseconds, of which only differences mean something. */
  public long nanos() {
    return nanos.getAsLong();
  }

  /**
   * Waits until a moment of {@link #nanos}; a stop requested meanwhile ends the wait, one requested
   * before does not.
   */
  void awaitUntil(long moment, StopSignal stop) {
    wait.until(moment, stop);
  }

  /** Since the start. */
  public double seconds() {
    return (nanos.getAsLong() - start) / 1e9;
  }

  public Instant now() {
    return timeOfDay.instant();
  }
}
