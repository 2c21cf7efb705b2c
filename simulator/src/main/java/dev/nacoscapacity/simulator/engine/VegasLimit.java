package dev.nacoscapacity.simulator.engine;

import java.util.SplittableRandom;

/**
 * Limits the number of concurrent calls so that they do not queue at the servers: the rule of TCP
 * Vegas (L. Brakmo and L. Peterson, 1995) for calls. The increase of latency over its minimum shows
 * how many calls queue; the limit grows while these are few, and shrinks when they are many or a
 * call fails. Formula and constants are those of {@code VegasLimit} in Netflix's concurrency-limits
 * 0.5.2, but the jitter is seeded, so that runs are reproducible. For one thread.
 */
final class VegasLimit {

  /** The minimum latency is reset after about this many answers for each concurrent call. */
  private static final int PROBE_MULTIPLIER = 30;

  private final int most;
  private final SplittableRandom jitter;
  private double limit;

  /** The minimum latency since the last reset, in nanoseconds; 0 before the first answer. */
  private long fastest;

  private int answers;

  /** Random factor, so that several limits do not reset at the same time. */
  private double probeJitter;

  /**
   * @param first initial limit, at least 1
   * @param most maximum, at least {@code first}
   */
  VegasLimit(int first, int most, long seed) {
    this.limit = first;
    this.most = most;
    this.jitter = new SplittableRandom(seed);
    this.probeJitter = jitter.nextDouble(0.5, 1);
  }

  /** The current limit. */
  int current() {
    return (int) limit;
  }

  /**
   * Adds the end of a call.
   *
   * @param nanos latency, above 0
   * @param underWay number of calls in flight, including this one
   */
  void ended(long nanos, int underWay, boolean failed) {
    answers++;
    if (probeJitter * PROBE_MULTIPLIER * limit <= answers) {
      probeJitter = jitter.nextDouble(0.5, 1);
      answers = 0;
      fastest = nanos;
    } else if (fastest == 0 || nanos < fastest) {
      fastest = nanos;
    } else {
      limit = Math.max(1, Math.min(most, next(nanos, underWay, failed)));
    }
  }

  private double next(long nanos, int underWay, boolean failed) {
    int step = Math.max(1, (int) Math.log10((int) limit));
    if (failed) {
      return limit - step;
    }
    if (underWay * 2 < limit) {
      // Load far below the limit is no evidence for or against the limit.
      return limit;
    }
    int queued = (int) Math.ceil(limit * (1 - (double) fastest / nanos));
    if (queued <= step) {
      return limit + 6 * step;
    }
    if (queued < 3 * step) {
      return limit + step;
    }
    return queued > 6 * step ? limit - step : limit;
  }
}
