package dev.nacoscapacity.cluster.standin.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

/**
 * The cluster's configurations. A real cluster keeps them in a database under raft, so they outlive
 * any node; here the nodes of one process share a store, and nodes of several processes send each
 * other every change. May be used from any thread.
 */
public final class ConfigStore {

  private final Map<ConfigKey, Config> configs = new ConcurrentHashMap<>();
  private final List<Consumer<ConfigKey>> listeners = new CopyOnWriteArrayList<>();
  private volatile Consumer<ConfigChange> writes = change -> {};

  public Optional<Config> find(ConfigKey key) {
    return Optional.ofNullable(configs.get(key));
  }

  /**
   * The md5 a client holds for this configuration when it is up to date; empty if there is none.
   */
  public String md5(ConfigKey key) {
    return find(key).map(Config::md5).orElse("");
  }

  /** Which of these configurations differ from what a client has, in the client's order. */
  List<ConfigKey> differing(Map<ConfigKey, String> md5s) {
    return md5s.entrySet().stream()
        .filter(each -> !md5(each.getKey()).equals(each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  public void publish(ConfigKey key, String content, String type, long nowMillis) {
    write(new ConfigChange(key, Config.of(content, type, nowMillis)));
  }

  public void delete(ConfigKey key) {
    write(new ConfigChange(key, null));
  }

  private void write(ConfigChange change) {
    apply(change, (has, gets) -> gets);
    writes.accept(change);
  }

  /** Applies a change from another node; not a publication that is older than what is here. */
  public void take(ConfigChange change) {
    apply(change, (has, gets) -> gets.modifiedMillis() < has.modifiedMillis() ? has : gets);
  }

  private void apply(ConfigChange change, BinaryOperator<Config> winner) {
    if (change.config() == null) {
      configs.remove(change.key());
    } else {
      configs.merge(change.key(), change.config(), winner);
    }
    listeners.forEach(listener -> listener.accept(change.key()));
  }

  /** The current state of a configuration, as a change. */
  public ConfigChange current(ConfigKey key) {
    return new ConfigChange(key, configs.get(key));
  }

  /** All configurations, as changes. */
  public List<ConfigChange> all() {
    List<ConfigChange> all = new ArrayList<>();
    configs.forEach((key, config) -> all.add(new ConfigChange(key, config)));
    return all;
  }

  /** Calls the listener, on the writer's thread, after each change that was made here. */
  public void onWrite(Consumer<ConfigChange> listener) {
    writes = listener;
  }

  /** How many configurations a tenant has. */
  public long count(String tenant) {
    return configs.keySet().stream().filter(key -> key.tenant().equals(tenant)).count();
  }

  /** Calls the listener after each change, on the thread that made or applied it. */
  public void listen(Consumer<ConfigKey> listener) {
    listeners.add(listener);
  }

  public void forget(Consumer<ConfigKey> listener) {
    listeners.remove(listener);
  }
}
