package dev.nacoscapacity.cluster.embedded.config;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The cluster's configurations. A real cluster keeps them in a database under raft, so they outlive
 * any node; here all nodes share this one. May be used from any thread.
 */
public final class ConfigStore {

  private final Map<ConfigKey, Config> configs = new ConcurrentHashMap<>();
  private final List<Consumer<ConfigKey>> listeners = new CopyOnWriteArrayList<>();

  /** The configuration, or null. */
  public Config find(ConfigKey key) {
    return configs.get(key);
  }

  /**
   * The md5 a client holds for this configuration when it is up to date; empty if there is none.
   */
  public String md5(ConfigKey key) {
    Config config = configs.get(key);
    return config == null ? "" : config.md5();
  }

  public void publish(ConfigKey key, String content, String type, long nowMillis) {
    configs.put(key, Config.of(content, type, nowMillis));
    tell(key);
  }

  public void delete(ConfigKey key) {
    configs.remove(key);
    tell(key);
  }

  /** How many configurations a tenant has. */
  public long count(String tenant) {
    return configs.keySet().stream().filter(key -> key.tenant().equals(tenant)).count();
  }

  private void tell(ConfigKey key) {
    listeners.forEach(listener -> listener.accept(key));
  }

  /** Calls the listener, on the publisher's thread, after each change. */
  public void listen(Consumer<ConfigKey> listener) {
    listeners.add(listener);
  }

  public void forget(Consumer<ConfigKey> listener) {
    listeners.remove(listener);
  }
}
