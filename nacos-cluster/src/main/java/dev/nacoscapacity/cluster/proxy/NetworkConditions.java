package dev.nacoscapacity.cluster.proxy;

import java.time.Duration;

/**
 * Conditions under which bytes pass a {@link TcpProxy}, the same in each direction.
 *
 * @param latency added to every chunk; 0 or more
 * @param passing whether bytes pass at all
 */
public record NetworkConditions(Duration latency, Passage passing) {

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
  public static final NetworkConditions NORMAL = slow(Duration.ZERO);

  public static final NetworkConditions BLACKHOLE =
      new NetworkConditions(Duration.ZERO, Passage.BLACKHOLE);
  public static final NetworkConditions RESET = new NetworkConditions(Duration.ZERO, Passage.RESET);

  public NetworkConditions {
    if (latency.isNegative()) {
      throw new IllegalArgumentException(
          "a latency is 0 or more, not " + latency.toMillis() + " ms");
    }
  }

  /** Bytes pass slowly. */
  public static NetworkConditions slow(Duration latency) {
    return new NetworkConditions(latency, Passage.OPEN);
  }
}
