package dev.nacoscapacity.simulator.verify;

/**
 * Which losses a stall of the generator explains. A stall explains what is lost until instances
 * that it let expire are gone. As a whole fleet needs longer than that to register again, it
 * explains further on what is left of these losses, as long as they shrink.
 */
final class StallExcuse {

  /** The shortest stall of the generator that lets instances expire. */
  private final long shortest;

  /** Until when all losses are explained; before the start without a stall. */
  private long until;

  /** The least that was lost since then, and since when. */
  private long leastLosses = Long.MAX_VALUE;

  private long shrunkAt;

  /** Whether the losses at the last tick were explained. */
  private boolean covered;

  /**
   * @param now no later call passes an earlier time
   */
  StallExcuse(GracePeriods limits, long now) {
    this.shortest = limits.explainingStall().toNanos();
    this.until = now;
  }

  /** Whether calls that were so many nanoseconds late may let instances expire. */
  boolean explains(long lateness) {
    return lateness >= shortest;
  }

  /** Calls were late by so much. */
  void stalled(long lateness, long now) {
    if (explains(lateness)) {
      until = now + GracePeriods.EXPIRY.toNanos();
    }
  }

  /** Whether the losses at a tick, of all nodes together, are explained; called once a tick. */
  boolean covers(long losses, long now) {
    if (until - now > 0) {
      leastLosses = Long.MAX_VALUE;
      covered = true;
      return true;
    }
    if (losses < leastLosses) {
      leastLosses = losses;
      shrunkAt = now;
    }
    covered =
        covered
            && losses > 0
            && losses == leastLosses
            && now - shrunkAt < GracePeriods.EXPIRY.toNanos();
    return covered;
  }

  /** Whether a loss that is seen now may be the work of a stall. */
  boolean isOpen(long now) {
    return covered || until - now > 0;
  }
}
