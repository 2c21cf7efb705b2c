package dev.nacoscapacity.simulator.engine;

import java.util.concurrent.TimeUnit;

/**
 * A registration or deregistration that is tracked until every subscriber of the service has
 * received it. All event loops share it, and each reports once that it is complete for its
 * subscribers.
 */
final class Change {

  /** How a change ended; the last in this order that a loop reports counts. */
  enum End {
    /** Every subscriber that did not know the change has received it, however late. */
    DELIVERED,
    /** The instance changed again or vanished, or the load ended, before all had received it. */
    SUPERSEDED,
    /** A subscriber waited {@link #FAIR_LIMIT} for it in vain. */
    UNDELIVERED
  }

  /**
   * After this time a change that has not reached a subscriber is no longer merely late: a client
   * whose node died silently notices within 17 s (a health check after 5 s, four tries of 3 s), and
   * has connected and subscribed anew well before, which brings it the change.
   */
  static final long FAIR_LIMIT = TimeUnit.SECONDS.toNanos(30);

  private final int instance;
  private final boolean registered;
  private final long written;

  /** The number of loops that have not reported. */
  private int loops;

  private End end = End.DELIVERED;
  private long delay = -1;

  /**
   * @param registered true for a registration, false for a deregistration
   * @param written when the call was written, in nanoseconds
   * @param loops number of event loops
   */
  Change(int instance, boolean registered, long written, int loops) {
    this.instance = instance;
    this.registered = registered;
    this.written = written;
    this.loops = loops;
  }

  int instance() {
    return instance;
  }

  boolean registered() {
    return registered;
  }

  long written() {
    return written;
  }

  /**
   * Reports that the change is complete for the subscribers of one loop.
   *
   * @param after nanoseconds since the call was written; -1 when all subscribers knew the change
   * @return whether all loops have reported
   */
  synchronized boolean complete(End how, long after) {
    end = how.compareTo(end) > 0 ? how : end;
    delay = Math.max(delay, after);
    return --loops == 0;
  }

  /** How the change ended; valid once all loops have reported. */
  synchronized End end() {
    return end;
  }

  /** Longest time that a loop reported, in ns; -1 when every subscriber knew the change. */
  synchronized long delay() {
    return delay;
  }
}
