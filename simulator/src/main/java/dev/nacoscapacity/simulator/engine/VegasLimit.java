package dev.nacoscapacity.simulator.engine;

import java.util.SplittableRandom;

/**
 * How many calls may be under way so that answers come no later than they could: TCP Vegas's rule
 * (L. Brakmo and L. Peterson, 1995) for calls. More are allowed while few of them queue at the
 * servers, as the longer answers show; fewer when many do, or when a call fails. Formula and
 * figures are those of {@code VegasLimit} in Netflix's concurrency-limits 0.5.2; only its random
 * numbers are seeded here, so that a run can be repeated. For one thread.
 */
final class VegasLimit {

  /** After about so many answers for each call under way the fastest answer is looked for anew. */
  private static final int PROBE_MULTIPLIER = 30;

  private final int most;
  private final SplittableRandom jitter;
  private double limit;

  /** The fastest answer since the last probe, in nanoseconds; 0 before the first one. */
  private long fastest;

  private int answers;

  /** Keeps several limits from probing at the same time. */
  private double probeJitter;

  /**
   * @param first what it is at first, at least 1
   * @param most what it never exceeds, at least {@code first}
   */
  VegasLimit(int first, int most, long seed) {
    this.limit = first;
    this.most = most;
    this.jitter = new SplittableRandom(seed);
    this.probeJitter = jitter.nextDouble(0.5, 1);
  }

  /** How many calls may be under way now. */
  int current() {
    return (int) limit;
  }

  /**
   * A call has ended.
   *
   * @param nanos how long it took, above 0
   * @param underWay how many calls were, this one included
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
      // Calls that the limit does not hold back say nothing about it.
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
