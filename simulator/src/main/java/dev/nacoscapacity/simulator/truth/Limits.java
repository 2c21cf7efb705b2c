package dev.nacoscapacity.simulator.truth;

import java.time.Duration;

/**
 * How long the registry is given before a word applies.
 *
 * @param due after its acknowledgement a registration is due on every node, and a deregistered
 *     instance should be gone from every node: nodes agree only eventually
 * @param poll a cell unread for this long should be polled
 * @param unknown a cell unread for this long is unknown; longer than {@code poll}
 * @param divergent nodes that disagree for longer than this are divergent
 * @param beatGap an instance whose beats were written at most this far apart did its part; Nacos
 *     calls it unhealthy after 15 s
 */
public record Limits(
    Duration due, Duration poll, Duration unknown, Duration divergent, Duration beatGap) {

  public static final Limits DEFAULT =
      new Limits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(12),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));

  /** These, with another bound for beats. */
  public Limits withBeatGap(Duration bound) {
    return new Limits(due, poll, unknown, divergent, bound);
  }

  public Limits {
    if (due.isNegative() || divergent.isNegative() || beatGap.isNegative() || poll.isNegative()) {
      throw new IllegalArgumentException("a limit of the registry's truth cannot be negative");
    }
    if (poll.compareTo(unknown) >= 0) {
      throw new IllegalArgumentException(
          "poll must be shorter than unknown (%s), not %s".formatted(unknown, poll));
    }
  }
}
