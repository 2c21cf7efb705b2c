package dev.nacoscapacity.core.stats;

import java.util.Optional;
import java.util.stream.Stream;

/** Durations of a whole fleet that do not belong to one operation. */
public enum FleetDuration {
  /**
   * Intended start to actual start, all periodic operations together: the generator's own delay.
   * Calls without a schedule (sweeps, registrations) cannot be late; they are left out, since they
   * would dilute the distribution.
   */
  SCHEDULER_LAG("all.schedulerLag", 3),
  /**
   * How long calls waited for a connection because the fleet's own bound on connections was
   * reached: 0 for calls that did not wait. Calls without such a bound are left out.
   */
  BOUND_WAIT("all.boundWait", 3),
  /**
   * The longest time between two written beats of each instance, in the measurement window. With
   * four digits all relevant gaps are exact to the millisecond.
   */
  BEAT_GAP("beat.gap", 4),
  /**
   * From the registration of an instance to a push that contains it, in the whole run: most pushes
   * come in the ramp.
   */
  PUSHES("push.run", 3),
  /**
   * From the registration or deregistration of an instance after the ramp to the push that brings
   * this change to its last subscriber, however late.
   */
  CHANGES("change.run", 3),
  /**
   * From a change in the whole run that a subscriber was never told of to its next change, or to
   * the end of the load.
   */
  CHANGES_INCOMPLETE("change.incomplete", 3),
  /**
   * From a change to the next change of the same instance, or to the end of the load, where that
   * came before every subscriber had received it.
   */
  CHANGES_SUPERSEDED("change.superseded", 3),
  /**
   * From a configuration's new content being written to a listener having read it, for each
   * listener that had read what was there before.
   */
  CONFIG_CHANGES("config.read", 3),
  /** The same to the last of these listeners, once for each change that all of them have read. */
  LAST_CONFIG_CHANGES("config.last", 3),
  /**
   * From a configuration's new content being written to the end of the load, for each listener that
   * had not read it by then although it was acknowledged long before.
   */
  CONFIG_CHANGES_INCOMPLETE("config.incomplete", 3);

  private final String tag;
  private final int digits;

  FleetDuration(String tag, int digits) {
    this.tag = tag;
    this.digits = digits;
  }

  /** The name in files. */
  public String tag() {
    return tag;
  }

  int digits() {
    return digits;
  }

  /** Finds a distribution by its name in files. */
  static Optional<FleetDuration> of(String tag) {
    return Stream.of(values()).filter(distribution -> distribution.tag.equals(tag)).findFirst();
  }
}
