package dev.nacoscapacity.simulator.engine;

/**
 * The registration or deregistration of an instance, until every subscriber of its service has
 * received it. All event loops share it; each loop reports once that it is over for its own
 * subscribers.
 */
final class Change {

  /** How a change ended. Where loops report different ends, the last of these in order counts. */
  enum End {
    /** Every subscriber that did not know of it has received it. */
    DELIVERED,
    /**
     * The instance changed again or crashed, or the load ended, before every subscriber had
     * received it.
     */
    SUPERSEDED,
    /** A subscriber did not receive it in time. */
    INCOMPLETE
  }

  private final int instance;
  private final boolean registered;
  private final long written;

  /** The number of loops for which the change is not over. */
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
   * The change is over for the subscribers of one loop.
   *
   * @param after nanoseconds since it was written; -1 when all subscribers of the loop knew already
   * @return whether the change is over for all loops
   */
  synchronized boolean over(End how, long after) {
    end = how.compareTo(end) > 0 ? how : end;
    delay = Math.max(delay, after);
    return --loops == 0;
  }

  /** How the change ended, once it is over for all loops. */
  synchronized End end() {
    return end;
  }

  /** Nanoseconds from written to over; -1 when every subscriber knew already. */
  synchronized long delay() {
    return delay;
  }
}
