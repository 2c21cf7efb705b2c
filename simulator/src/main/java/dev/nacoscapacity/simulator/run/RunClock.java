package dev.nacoscapacity.simulator.run;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A run's time: from its start, and of day. Whatever waits, schedules or stamps within a run asks
 * it. Safe for use by several threads.
 */
public final class RunClock {

  private final LongSupplier nanos;
  private final InstantSource timeOfDay;
  private final long start;

  /**
   * Starts now.
   *
   * @param nanos a clock that only moves forward, such as {@link System#nanoTime}
   */
  public RunClock(LongSupplier nanos, InstantSource timeOfDay) {
    this.nanos = nanos;
    this.timeOfDay = timeOfDay;
    this.start = nanos.getAsLong();
  }

  /** This machine's, started now. */
  public static RunClock system() {
    return new RunClock(System::nanoTime, InstantSource.system());
  }

  /** In nanoseconds, of which only differences mean something. */
  public long nanos() {
    return nanos.getAsLong();
  }

  /** Waits until a moment of {@link #nanos}, or until a stop is requested. */
  void awaitUntil(long moment, StopSignal stop) {
    stop.awaitFor(moment - nanos());
  }

  /** Since the start. */
  public double seconds() {
    return (nanos.getAsLong() - start) / 1e9;
  }

  public Instant now() {
    return timeOfDay.instant();
  }
}
