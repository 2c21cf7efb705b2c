package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import java.util.List;
import java.util.Map;

/** What a client's call about configurations says, over HTTP or gRPC, and what it is answered. */
public final class ConfigExchange {

  /** What the client has of each that it listens for; of other calls that which they are about. */
  final Map<ConfigKey, String> md5s;

  /** What is published; null for other calls. */
  final String content;

  String read;
  List<ConfigKey> changed = List.of();

  private ConfigExchange(Map<ConfigKey, String> md5s, String content) {
    this.md5s = md5s;
    this.content = content;
  }

  /**
   * @param md5s what the client has of each, in an order of its own
   */
  public static ConfigExchange listen(Map<ConfigKey, String> md5s) {
    return new ConfigExchange(md5s, null);
  }

  public static ConfigExchange publish(ConfigKey key, String content) {
    return new ConfigExchange(Map.of(key, ""), content);
  }

  /** To be read or removed. */
  public static ConfigExchange about(ConfigKey key) {
    return publish(key, null);
  }

  ConfigKey key() {
    return md5s.keySet().iterator().next();
  }

  /** The content of one that was read; null when it does not exist. */
  public String read() {
    return read;
  }

  /** Which of those that are listened for differ from what the client has. */
  public List<ConfigKey> changed() {
    return changed;
  }
}
