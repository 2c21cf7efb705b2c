package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.time.Time;
import java.time.Duration;
import java.time.Instant;

/**
 * A run's time: from its start, and of day. Whatever waits, schedules or stamps within a run asks
 * it. Safe for use by several threads where its time is.
 */
public final class RunClock {

  private final Time time;
  private final long start;

  private RunClock(Time time) {
    this.time = time;
    this.start = time.nanos();
  }

  /** This machine's, started now. */
  public static RunClock system() {
    return of(Time.wall());
  }

  /** One that starts now. */
  public static RunClock of(Time time) {
    return new RunClock(time);
  }

  /** What passes. */
  public Time time() {
    return time;
  }

  /** In nanoseconds, of which only differences mean something. */
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

  /** Since the start. */
  public double seconds() {
    return (time.nanos() - start) / 1e9;
  }

  public Instant now() {
    return time.timeOfDay();
  }
}
