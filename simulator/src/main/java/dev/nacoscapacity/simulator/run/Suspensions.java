package dev.nacoscapacity.simulator.run;

import java.time.Duration;
import java.time.Instant;

/**
 * Finds time in which this machine was suspended, or by which its clock was set forward: the time
 * of day went on without the monotonic clock. A suspended virtual machine often stops both clocks,
 * and shows it only when its clock is set.
 */
public final class Suspensions {

  private final RunClock clock;
  private final Instant began;
  private final long beganAt;
  private long aheadBefore;

  /** Begins to look. */
  public Suspensions(RunClock clock) {
    this.clock = clock;
    this.began = clock.now();
    this.beganAt = clock.nanos();
  }

  /** What passed since the last look, in nanoseconds; 0 for a second or less. */
  public long since() {
    // One after the other, since a thread that waits in between would look suspended.
    Instant day = clock.now();
    long now = clock.nanos();
    long ahead = Duration.between(began, day).toNanos() - (now - beganAt);
    long passed = ahead - aheadBefore;
    aheadBefore = ahead;
    return passed > GeneratorLateness.SHORTEST_STALL ? passed : 0;
  }
}
