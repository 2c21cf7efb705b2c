package dev.nacoscapacity.simulator.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Watches how a rollout gets on, once a second: whether it should be given up. A cold cluster that
 * warms up is slow and becomes faster; one at its limit was fast and becomes slow.
 */
final class RolloutPace {

  /** The stretch over which a rate is taken. */
  private static final Duration STRETCH = Duration.ofSeconds(30);

  /** A stretch has so many calls at least, when they are far apart by intent. */
  private static final int CALLS_IN_A_STRETCH = 8;

  /** A crawl is slower than the best stretch by this factor, or worse ... */
  private static final int SLOWER = 4;

  /** ... and would need at least this much longer. */
  private static final Duration TOO_LONG = Duration.ofMinutes(5);

  /** A cold cluster may stumble over its own start. */
  private static final Duration GRACE = Duration.ofSeconds(90);

  private record Sample(long time, int done) {}

  private final int actors;
  private final long stretchLength;
  private final long halt;
  private final long begun;
  private final long end;
  private final Deque<Sample> stretch = new ArrayDeque<>();
  private double best;
  private int done;
  private long lastProgress;

  /**
   * @param gap how far apart calls of a loop are meant to be
   * @param halt how long it may go without a single success, beside that
   * @param limit how long it may take
   */
  RolloutPace(int actors, Duration gap, Duration halt, Duration limit, long now) {
    this.actors = actors;
    this.stretchLength =
        Math.max(STRETCH.toNanos(), gap.multipliedBy(CALLS_IN_A_STRETCH).toNanos());
    this.halt = halt.plus(gap).toNanos();
    this.begun = now;
    this.end = now + limit.toNanos();
    this.lastProgress = now;
  }

  /**
   * Takes note of the progress.
   *
   * @param heldBack whether the fleet holds it back itself: then it is no crawl
   * @return why to give up, or nothing
   */
  Optional<String> giveUp(int doneNow, boolean heldBack, long now) {
    if (doneNow > done) {
      lastProgress = now;
      done = doneNow;
    }
    if (now - lastProgress > halt) {
      return Optional.of("came to a halt");
    }
    if (now - end > 0) {
      return Optional.of("was ended, for it took too long");
    }
    stretch.addLast(new Sample(now, doneNow));
    if (now - stretch.peekFirst().time() < stretchLength) {
      return Optional.empty();
    }
    Sample first = stretch.pollFirst();
    double rate = (doneNow - first.done()) * 1e9 / (now - first.time());
    best = Math.max(best, rate);
    boolean crawls =
        !heldBack
            && now - begun > GRACE.toNanos()
            && rate < best / SLOWER
            && actors - doneNow > rate * TOO_LONG.toSeconds();
    return crawls
        ? Optional.of("came down to a crawl of %.1f/s".formatted(rate))
        : Optional.empty();
  }
}
