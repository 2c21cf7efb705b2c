package dev.nacoscapacity.reports.stats;

import java.util.Optional;
import java.util.stream.Stream;

/** Durations of a whole fleet, which belong to no operation. */
public enum Distribution {
  /**
   * From due to taken up by the driver, all periodic operations together: the generator's own
   * delay. Calls that are due when they are made (sweeps, registrations) cannot be late and are
   * left out, since they would hide those that are.
   */
  SCHEDULER_LAG("all.schedulerLag", 3),
  /**
   * How long calls waited for a connection because the fleet's own bound on connections was
   * reached: 0 for those that did not wait. Calls that no bound holds for are left out.
   */
  BOUND_WAIT("all.boundWait", 3),
  /**
   * The longest time between two written beats of each instance, in the measurement window. Four
   * digits tell every millisecond of a gap that matters.
   */
  BEAT_GAP("beat.gap", 4),
  /** From an instance's registration to a push with it, in the whole run: most come in its ramp. */
  PUSHES("push.run", 3);

  private final String tag;
  private final int digits;

  Distribution(String tag, int digits) {
    this.tag = tag;
    this.digits = digits;
  }

  /** Its name in files. */
  public String tag() {
    return tag;
  }

  int digits() {
    return digits;
  }

  /** By its name in files. */
  static Optional<Distribution> of(String tag) {
    return Stream.of(values()).filter(distribution -> distribution.tag.equals(tag)).findFirst();
  }
}
