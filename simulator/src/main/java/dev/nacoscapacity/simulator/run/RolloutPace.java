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

  /** What the fleet itself holds back may take so long altogether, however large the fleet. */
  private static final Duration HELD_BACK_AT_MOST = Duration.ofMinutes(30);

  /** A cold cluster may stumble over its own start. */
  private static final Duration GRACE = Duration.ofSeconds(90);

  private record Sample(long time, int done) {}

  private final int actors;
  private final long stretchLength;
  private final long halt;
  private final long begun;
  private final long end;
  private final long heldBackEnd;
  private final Deque<Sample> stretch = new ArrayDeque<>();
  private double best;
  private int done;
  private long lastProgress;
  private long heldBackUntil;

  /**
   * @param gap how far apart calls of a loop are meant to be
   * @param halt how long it may go without a single success, beside that
   * @param limit how long it may take
   * @param leastPerSecond the fleet never holds it back further than to this rate
   */
  RolloutPace(
      int actors, Duration gap, Duration halt, Duration limit, double leastPerSecond, long now) {
    this.actors = actors;
    this.stretchLength =
        Math.max(STRETCH.toNanos(), gap.multipliedBy(CALLS_IN_A_STRETCH).toNanos());
    this.halt = halt.plus(gap).toNanos();
    this.begun = now;
    this.end = now + limit.toNanos();
    double slowest = Math.min(HELD_BACK_AT_MOST.toSeconds(), actors / leastPerSecond);
    this.heldBackEnd = now + (long) (slowest * 1e9);
    this.heldBackUntil = now;
    this.lastProgress = now;
  }

  /**
   * Takes note of the progress.
   *
   * @param heldBack whether the fleet holds it back itself: then, and for the next stretch, it may
   *     go on for as long as all of it takes at the slowest rate at which the fleet does so
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
    if (heldBack) {
      heldBackUntil = now + stretchLength;
    }
    stretch.addLast(new Sample(now, doneNow));
    if (now - stretch.peekFirst().time() < stretchLength) {
      return Optional.empty();
    }
    Sample first = stretch.pollFirst();
    double rate = (doneNow - first.done()) * 1e9 / (now - first.time());
    best = Math.max(best, rate);
    boolean crawls =
        now - begun > GRACE.toNanos()
            && rate < best / SLOWER
            && actors - doneNow > rate * tooLong(now) / 1e9;
    return crawls
        ? Optional.of("came down to a crawl of %.1f/s".formatted(rate))
        : Optional.empty();
  }

  /** How much longer it may need at its present rate, in nanoseconds. */
  private long tooLong(long now) {
    boolean held = now - heldBackUntil < 0;
    return Math.max(TOO_LONG.toNanos(), held ? heldBackEnd - now : 0);
  }
}
