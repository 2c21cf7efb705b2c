package dev.nacoscapacity.cluster.embedded.registry;

import java.io.Serializable;
import java.util.Map;

/**
 * What a client said of an instance when it registered it. It never changes, so that all nodes
 * share one; what each node thinks of the instance is in its {@link Held}.
 */
public final class InstanceSpec implements Serializable {

  private static final long BEAT_INTERVAL = 5_000;
  private static final long BEAT_TIMEOUT = 15_000;
  private static final long DELETE_TIMEOUT = 30_000;
  private static final String INTERVAL_KEY = "preserved.heart.beat.interval";
  private static final String TIMEOUT_KEY = "preserved.heart.beat.timeout";
  private static final String DELETE_KEY = "preserved.ip.delete.timeout";

  private final InstanceKey key;
  private final String instanceId;
  private final double weight;
  private final boolean enabled;
  private final boolean ephemeral;
  private final Map<String, String> metadata;

  /**
   * @param metadata its {@code preserved.*} keys set the instance's own times
   */
  public InstanceSpec(
      InstanceKey key,
      String service,
      double weight,
      boolean enabled,
      boolean ephemeral,
      Map<String, String> metadata) {
    this.key = key;
    this.instanceId = key.ip() + "#" + key.port() + "#" + key.cluster() + "#" + service;
    this.weight = weight;
    this.enabled = enabled;
    this.ephemeral = ephemeral;
    this.metadata = Map.copyOf(metadata);
  }

  public InstanceKey key() {
    return key;
  }

  public String instanceId() {
    return instanceId;
  }

  public double weight() {
    return weight;
  }

  /** Disabled instances are left out of lists. */
  public boolean enabled() {
    return enabled;
  }

  /** Only ephemeral instances expire. */
  public boolean ephemeral() {
    return ephemeral;
  }

  public Map<String, String> metadata() {
    return metadata;
  }

  /** How often the client is told to beat, in milliseconds. */
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
