package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.time.Instant;

/**
 * The clock of a run: time since its start, and time of day. All that waits, schedules or takes
 * time stamps within a run uses this clock. As safe for several threads as its {@link Time}.
 */
public final class RunClock {

  private final Time time;
  private final long start;

  private RunClock(Time time) {
    this.time = time;
    this.start = time.nanos();
  }

  /** The system clock, started now. */
  public static RunClock system() {
    return of(Time.wall());
  }

  /** A clock of a time, started now. */
  public static RunClock of(Time time) {
    return new RunClock(time);
  }

  /** The time that this clock reads. */
  public Time time() {
    return time;
  }

  /** Nanoseconds from an arbitrary origin; only differences are meaningful. */
  public long nanos() {
    return time.nanos();
  }

  /**
   * Waits until a moment of {@link #nanos}; a stop requested meanwhile ends the wait, one requested
   * before does not.
   */
  void awaitUntil(long moment, StopSignal stop) {
    stop.awaitFor(Duration.ofNanos(moment - time.nanos()), time);
  }

  /** Seconds since the start. */
  public double seconds() {
    return (time.nanos() - start) / 1e9;
  }

  /** Time of day. */
  public Instant now() {
    return time.timeOfDay();
  }
}
