package dev.nacoscapacity.simulator.study.profile;

import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.CallThrottle;
import dev.nacoscapacity.cluster.time.Time;
import java.time.Duration;

/**
 * At most so many calls a second, one at a time; and after a call that took long, a pause of as
 * long, so that a registry is busy with us for half of the time at most, however slow it is.
 */
final class DutyCycleThrottle implements CallThrottle {

  private final Time time;
  private final long gap;
  private long began;
  private long next;

  /**
   * @param perSecond above 0
   */
  DutyCycleThrottle(Time time, double perSecond) {
    this.time = time;
    this.gap = (long) (1e9 / perSecond);
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
    began = time.nanos();
  }

  @Override
  public void end() {
    long ended = time.nanos();
    next = Math.max(began + gap, ended + (ended - began));
  }
}
