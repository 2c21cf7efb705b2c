package dev.nacoscapacity.simulator.observe.proc;

import java.util.function.LongSupplier;

/**
 * Keeps watching cheap: after a read that took long, the next is put off until reading has had no
 * more than its share of the time.
 */
final class ReadThrottle {

  private final double share;
  private final LongSupplier nanoClock;
  private long next;

  /**
   * @param share of one core's time, above 0 to 1
   */
  ReadThrottle(double share, LongSupplier nanoClock) {
    this.share = share;
    this.nanoClock = nanoClock;
    this.next = nanoClock.getAsLong();
  }

  /** Runs the read if it may run by now; returns whether it did. */
  boolean run(Runnable read) {
    long start = nanoClock.getAsLong();
    if (start - next < 0) {
      return false;
    }
    read.run();
    next = start + Math.round((nanoClock.getAsLong() - start) / share);
    return true;
  }
}
