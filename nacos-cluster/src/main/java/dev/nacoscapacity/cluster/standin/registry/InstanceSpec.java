package dev.nacoscapacity.cluster.standin.registry;

import java.util.Map;

/**
 * An instance as its client registered it. The spec is immutable, so that the nodes of one process
 * share it; each node's own view of the instance is an {@link InstanceState}.
 *
 * @param instanceId as Nacos makes it
 * @param enabled disabled instances are left out of lists
 * @param ephemeral only ephemeral instances expire
 * @param metadata its {@code preserved.*} keys set the instance's own times
 */
public record InstanceSpec(
    InstanceKey key,
    String instanceId,
    double weight,
    boolean enabled,
    boolean ephemeral,
    Map<String, String> metadata) {

  private static final long BEAT_INTERVAL = 5_000;
  private static final long BEAT_TIMEOUT = 15_000;
  private static final long DELETE_TIMEOUT = 30_000;
  private static final String INTERVAL_KEY = "preserved.heart.beat.interval";
  private static final String TIMEOUT_KEY = "preserved.heart.beat.timeout";
  private static final String DELETE_KEY = "preserved.ip.delete.timeout";

  public InstanceSpec {
    metadata = Map.copyOf(metadata);
  }

  /**
   * An instance of a service.
   *
   * @param service its grouped name, part of the instance's id
   */
  public static InstanceSpec of(
      InstanceKey key,
      String service,
      double weight,
      boolean enabled,
      boolean ephemeral,
      Map<String, String> metadata) {
    String id = key.ip() + "#" + key.port() + "#" + key.cluster() + "#" + service;
    return new InstanceSpec(key, id, weight, enabled, ephemeral, metadata);
  }

  /** The interval at which the client must beat, in milliseconds. */
  public long beatIntervalMillis() {
    return preserved(INTERVAL_KEY, BEAT_INTERVAL);
  }

  /** Unhealthy when no beat came for longer, in milliseconds. */
  public long beatTimeoutMillis() {
    return preserved(TIMEOUT_KEY, BEAT_TIMEOUT);
  }

  /** Removed when no beat came for longer, in milliseconds. */
  public long deleteTimeoutMillis() {
    return preserved(DELETE_KEY, DELETE_TIMEOUT);
  }

  private long preserved(String name, long otherwise) {
    if (metadata.isEmpty()) {
      return otherwise;
    }
    String value = metadata.get(name);
    return value != null && value.matches("\\d{1,15}") ? Long.parseLong(value) : otherwise;
  }
}
