package dev.nacoscapacity.core.workload;

import java.time.Duration;
import java.util.Map;

/**
 * The times of an instance that beats: Nacos's own, which the metadata of an instance may replace.
 */
public enum BeatTime {
  /** From one beat to the next. */
  INTERVAL("preserved.heart.beat.interval", 5_000),
  /** Unhealthy when no beat came for longer. */
  UNHEALTHY("preserved.heart.beat.timeout", 15_000),
  /** Removed when no beat came for longer. */
  REMOVAL("preserved.ip.delete.timeout", 30_000);

  private final String key;
  private final int millis;

  BeatTime(String key, int millis) {
    this.key = key;
    this.millis = millis;
  }

  /** The key of the metadata. */
  public String key() {
    return key;
  }

  /** What holds for an instance whose metadata says nothing else. */
  public int millis() {
    return millis;
  }

  /** What holds for an instance whose metadata says nothing else. */
  public Duration usual() {
    return Duration.ofMillis(millis);
  }

  /** The milliseconds that hold for an instance with this metadata. */
  public long millis(Map<String, String> metadata) {
    if (metadata.isEmpty()) {
      return millis;
    }
    String value = metadata.get(key);
    return value != null && value.matches("\\d{1,15}") ? Long.parseLong(value) : millis;
  }
}
