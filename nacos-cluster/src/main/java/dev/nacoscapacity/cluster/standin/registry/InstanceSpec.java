package dev.nacoscapacity.cluster.standin.registry;

import dev.nacoscapacity.core.workload.BeatTime;
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
    return BeatTime.INTERVAL.millis(metadata);
  }

  /** Unhealthy when no beat came for longer, in milliseconds. */
  public long beatTimeoutMillis() {
    return BeatTime.UNHEALTHY.millis(metadata);
  }

  /** Removed when no beat came for longer, in milliseconds. */
  public long deleteTimeoutMillis() {
    return BeatTime.REMOVAL.millis(metadata);
  }
}
