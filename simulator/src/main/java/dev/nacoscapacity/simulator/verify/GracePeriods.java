package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.core.workload.BeatTime;
import java.time.Duration;

/**
 * How long the registry has before a deviation counts, and which deviations are accepted when the
 * measurement window begins.
 *
 * @param due after its acknowledgement a registration is due on every node, and a deregistered
 *     instance should be gone from every node: nodes agree only eventually
 * @param poll a cell unread for this long should be polled
 * @param unknown a cell unread for this long is unknown; longer than {@code poll}
 * @param divergent nodes that disagree for longer than this are divergent
 * @param beatGap an instance whose beats were written at most this far apart counts as beating;
 *     Nacos marks an instance as unhealthy after 15 s
 * @param httpBeatGap {@code beatGap} of an instance over HTTP, in a fleet that also uses gRPC
 * @param accepted what a registry may lack and still be {@link RegistryView#complete complete}
 */
public record GracePeriods(
    Duration due,
    Duration poll,
    Duration unknown,
    Duration divergent,
    Duration beatGap,
    Duration httpBeatGap,
    Allowance accepted) {

  /** By this time after its last beat an instance is removed; what a late beat cost has ended. */
  public static final Duration EXPIRY = BeatTime.REMOVAL.usual();

  private static final Duration USUAL_BEAT = BeatTime.INTERVAL.usual();

  /** Polls a second for a whole fleet's cells without a lister. */
  public static final int POLLS_PER_SECOND = 200;

  public static final GracePeriods DEFAULT =
      new GracePeriods(
          Duration.ofSeconds(10),
          Duration.ofSeconds(12),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          new Allowance(0, 0, 0));

  /**
   * The deviations that the verdict accepts; a run must not wait for fewer.
   *
   * @param missing instances that any one node may lack
   * @param unhealthy instances that any one node may show as unhealthy
   * @param divergent services about which nodes may disagree
   */
  public record Allowance(long missing, long unhealthy, long divergent) {}

  /**
   * These periods, for a number of cells without a lister: {@value #POLLS_PER_SECOND} of these are
   * polled each second, so the time between polls grows with their number.
   */
  public GracePeriods ofCells(long cells) {
    Duration round = Duration.ofMillis(cells * 1000 / POLLS_PER_SECOND);
    Duration twice = round.multipliedBy(2);
    return twice.compareTo(unknown) <= 0
        ? this
        : new GracePeriods(due, poll, twice, divergent, beatGap, httpBeatGap, accepted);
  }

  /** These periods, with another due time of registrations and deregistrations. */
  public GracePeriods withDue(Duration otherDue) {
    return new GracePeriods(otherDue, poll, unknown, divergent, beatGap, httpBeatGap, accepted);
  }

  /** These periods, for other bounds of the verdict. */
  public GracePeriods judgedBy(Duration ofBeats, Duration ofHttpBeats, Allowance bounds) {
    return new GracePeriods(due, poll, unknown, divergent, ofBeats, ofHttpBeats, bounds);
  }

  /**
   * The shortest time without beats of the whole fleet after which an instance may have been idle
   * for longer than {@link #beatGap}: its last beat may have been a period before.
   */
  Duration explainingStall() {
    Duration gap = beatGap.compareTo(httpBeatGap) < 0 ? beatGap : httpBeatGap;
    return gap.compareTo(USUAL_BEAT) > 0 ? gap.minus(USUAL_BEAT) : Duration.ZERO;
  }

  public GracePeriods {
    if (due.isNegative() || divergent.isNegative() || beatGap.isNegative() || poll.isNegative()) {
      throw new IllegalArgumentException("a limit of the registry's truth cannot be negative");
    }
    if (poll.compareTo(unknown) >= 0) {
      throw new IllegalArgumentException(
          "poll must be shorter than unknown (%s), not %s".formatted(unknown, poll));
    }
  }
}
