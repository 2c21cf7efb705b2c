package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.CallThrottle;
import dev.nacoscapacity.core.time.Time;
import java.time.Duration;

/**
 * Limits the rate of sequential calls. After each call it also pauses for at least the duration of
 * the call, so that even a slow registry is busy with these calls for at most half of the time.
 */
final class DutyCycleThrottle implements CallThrottle {

  private final Time time;
  private final long minGap;
  private long start;
  private long next;

  /**
   * @param perSecond maximum rate in calls per second, above 0
   */
  DutyCycleThrottle(Time time, double perSecond) {
    this.time = time;
    this.minGap = (long) (1e9 / perSecond);
    this.next = time.nanos();
  }

  @Override
  public void begin() {
    long wait = next - time.nanos();
    try {
      if (wait > 0) {
        time.sleep(Duration.ofNanos(wait));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdminException(AdminException.Kind.TIMED_OUT, "interrupted");
    }
    start = time.nanos();
  }

  @Override
  public void end() {
    long ended = time.nanos();
    next = Math.max(start + minGap, ended + (ended - start));
  }
}
