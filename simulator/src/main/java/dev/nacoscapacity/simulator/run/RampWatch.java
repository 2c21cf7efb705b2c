package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Message;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Decides once a second whether to abort a ramp that stalls or becomes too slow. A cold cluster is
 * slow first and becomes faster; a cluster at its limit was fast and becomes slow.
 */
final class RampWatch {

  /** The shortest interval over which a rate is computed. */
  private static final Duration RATE_INTERVAL = Duration.ofSeconds(30);

  /** The least number of calls per rate interval when calls are widely spaced on purpose. */
  private static final int CALLS_PER_INTERVAL = 8;

  /** A ramp is too slow below the best rate divided by this factor ... */
  private static final int SLOWDOWN = 4;

  /** ... when the rest would take longer than this. */
  private static final Duration TOO_LONG = Duration.ofMinutes(5);

  /** Longest duration that throttling by the fleet itself may cause, for any size of the fleet. */
  private static final Duration THROTTLED_AT_MOST = Duration.ofMinutes(30);

  /** No ramp counts as too slow before this time, since a cold cluster starts slowly. */
  private static final Duration GRACE = Duration.ofSeconds(90);

  private record Sample(long time, int completed) {}

  private final int calls;
  private final long rateInterval;
  private final long stall;
  private final long begun;
  private final long end;
  private final long throttledEnd;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private double best;
  private int completed;
  private long lastProgress;
  private long throttledUntil;

  /**
   * @param calls that the ramp is to make
   * @param gap planned interval between calls of one event loop
   * @param stall longest time without a success, in addition to the gap
   * @param limit longest duration
   * @param leastPerSecond lowest rate to which the fleet throttles itself
   */
  RampWatch(
      int calls, Duration gap, Duration stall, Duration limit, double leastPerSecond, long now) {
    this.calls = calls;
    this.rateInterval =
        Math.max(RATE_INTERVAL.toNanos(), gap.multipliedBy(CALLS_PER_INTERVAL).toNanos());
    this.stall = stall.plus(gap).toNanos();
    this.begun = now;
    this.end = now + limit.toNanos();
    double slowest = Math.min(THROTTLED_AT_MOST.toSeconds(), calls / leastPerSecond);
    this.throttledEnd = now + (long) (slowest * 1e9);
    this.throttledUntil = now;
    this.lastProgress = now;
  }

  /**
   * Adds a sample of the progress.
   *
   * @param completedNow how many of the calls have been made
   * @param throttledNow whether the fleet throttles itself; for one more rate interval the rest may
   *     then take as long as a ramp at the lowest rate
   * @return the reason to abort; empty to continue
   */
  Optional<Message> giveUp(int completedNow, boolean throttledNow, long now) {
    if (completedNow > completed) {
      lastProgress = now;
      completed = completedNow;
    }
    if (now - lastProgress > stall) {
      return Optional.of(Message.of("ramp.halt"));
    }
    if (now - end > 0) {
      return Optional.of(Message.of("ramp.tooLong"));
    }
    if (throttledNow) {
      throttledUntil = now + rateInterval;
    }
    samples.addLast(new Sample(now, completedNow));
    if (now - samples.peekFirst().time() < rateInterval) {
      return Optional.empty();
    }
    Sample first = samples.pollFirst();
    double rate = (completedNow - first.completed()) * 1e9 / (now - first.time());
    best = Math.max(best, rate);
    boolean tooSlow =
        now - begun > GRACE.toNanos()
            && rate < best / SLOWDOWN
            && calls - completedNow > rate * longestRest(now) / 1e9;
    return tooSlow ? Optional.of(Message.of("ramp.crawl", with("rate", rate))) : Optional.empty();
  }

  /** The longest acceptable time for the rest at the present rate, in nanoseconds. */
  private long longestRest(long now) {
    boolean throttled = now - throttledUntil < 0;
    return Math.max(TOO_LONG.toNanos(), throttled ? throttledEnd - now : 0);
  }
}
