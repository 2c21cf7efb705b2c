package dev.nacoscapacity.simulator.proc;

import java.util.function.LongSupplier;

/**
 * Limits the cost of reads: after a slow read, the next one is delayed until reads take no more
 * than their share of the time.
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

  /** Runs the read if its share of the time allows it; returns whether it ran. */
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
