package dev.nacoscapacity.cluster.proxy;

import java.time.Duration;

/**
 * What becomes of the bytes that pass a {@link TcpProxy}, in each direction alike.
 *
 * @param latency added to every chunk's way; the order is kept
 * @param jitter up to so much more, evenly distributed
 * @param bytesPerSecond of one connection and direction; 0 for as fast as it goes
 * @param passing what happens at all
 */
public record NetworkConditions(
    Duration latency, Duration jitter, long bytesPerSecond, Passing passing) {

  /** What happens at all. */
  public enum Passing {
    /** Bytes pass. */
    OPEN,
    /** Connections are accepted and nothing more happens, as with a host that is gone. */
    BLACKHOLE,
    /** Connections are reset, those that exist and every new one. */
    RESET
  }

  /** Bytes pass as they come. */
  public static final NetworkConditions FAIR =
      new NetworkConditions(Duration.ZERO, Duration.ZERO, 0, Passing.OPEN);

  public static final NetworkConditions BLACKHOLE = FAIR.with(Passing.BLACKHOLE);
  public static final NetworkConditions RESET = FAIR.with(Passing.RESET);

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

  private NetworkConditions with(Passing what) {
    return new NetworkConditions(latency, jitter, bytesPerSecond, what);
  }

  /** Slower by this much, and up to {@code jitter} more. */
  public static NetworkConditions slow(Duration latency, Duration jitter, long bytesPerSecond) {
    return new NetworkConditions(latency, jitter, bytesPerSecond, Passing.OPEN);
  }
}
