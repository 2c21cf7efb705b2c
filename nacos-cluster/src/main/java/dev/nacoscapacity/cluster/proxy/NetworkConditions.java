package dev.nacoscapacity.cluster.proxy;

import java.time.Duration;

/**
 * Conditions under which bytes pass a {@link TcpProxy}, the same in each direction.
 *
 * @param latency added to every chunk; the order is kept
 * @param jitter largest random addition to the latency, evenly distributed
 * @param bytesPerSecond of one connection and direction; 0 for no limit
 * @param passing whether bytes pass at all
 */
public record NetworkConditions(
    Duration latency, Duration jitter, long bytesPerSecond, Passage passing) {

  /** Whether bytes pass at all. */
  public enum Passage {
    /** Bytes pass. */
    OPEN,
    /** Connections are accepted, but nothing passes, as with a host that has disappeared. */
    BLACKHOLE,
    /** Open and new connections are reset. */
    RESET
  }

  /** Bytes pass without delay. */
  public static final NetworkConditions NORMAL =
      new NetworkConditions(Duration.ZERO, Duration.ZERO, 0, Passage.OPEN);

  public static final NetworkConditions BLACKHOLE = NORMAL.with(Passage.BLACKHOLE);
  public static final NetworkConditions RESET = NORMAL.with(Passage.RESET);

  public NetworkConditions {
    if (latency.isNegative() || jitter.isNegative()) {
      throw new IllegalArgumentException(
          "latency and jitter are 0 or more, not %d and %d ms"
              .formatted(latency.toMillis(), jitter.toMillis()));
    }
    if (bytesPerSecond < 0) {
      throw new IllegalArgumentException("bandwidth is 0 or more, not " + bytesPerSecond);
    }
  }

  private NetworkConditions with(Passage what) {
    return new NetworkConditions(latency, jitter, bytesPerSecond, what);
  }

  /** Bytes pass slowly. */
  public static NetworkConditions slow(Duration latency, Duration jitter, long bytesPerSecond) {
    return new NetworkConditions(latency, jitter, bytesPerSecond, Passage.OPEN);
  }
}
