package dev.nacoscapacity.simulator.engine;

/**
 * An instance's registration or deregistration on its way to the subscribers of its service, common
 * to all event loops: each says once when it is over for its own subscribers.
 */
final class Change {

  /** How a change ended. What ended otherwise for several loops ended as the last of these. */
  enum End {
    /** Every subscriber that it was news to was told of it. */
    DELIVERED,
    /** The instance changed again, or the fleet left, before every subscriber was told. */
    SUPERSEDED,
    /** A subscriber was not told in time. */
    INCOMPLETE
  }

  private final int instance;
  private final boolean registered;
  private final long written;

  /** Those for whose subscribers it is not over. */
  private int loops;

  private End end = End.DELIVERED;
  private long delay = -1;

  /**
   * @param registered whether the instance came; else it left
   * @param written when the call for it was handed to the wire
   * @param loops how many there are
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
   * It is over for a loop's subscribers.
   *
   * @param after how long after it was written, in nanoseconds; -1 when it was news to none of them
   * @return whether it is over for all
   */
  synchronized boolean over(End how, long after) {
    end = how.compareTo(end) > 0 ? how : end;
    delay = Math.max(delay, after);
    return --loops == 0;
  }

  /** How it ended, once it is over for all. */
  synchronized End end() {
    return end;
  }

  /** From its being written to its end; -1 when it was news to no subscriber. */
  synchronized long delay() {
    return delay;
  }
}
