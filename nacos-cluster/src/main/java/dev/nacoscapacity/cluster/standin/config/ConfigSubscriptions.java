package dev.nacoscapacity.cluster.standin.config;

import dev.nacoscapacity.cluster.standin.registry.Loop;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The clients that listen for configurations on one node over gRPC: each is told of a change, again
 * after 2 s, 4 s and so on until it acknowledges the notice. After Nacos 2.2's {@code
 * RpcConfigChangeNotifier}. Confined to the node's thread.
 *
 * @param <C> a client's connection, compared by identity
 */
public final class ConfigSubscriptions<C> {

  private static final Duration ACK_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration RETRY_STEP = Duration.ofSeconds(2);
  private static final int MAX_TRIES = 50;

  private final Loop loop;
  private final ConfigStore store;
  private final Notice<C> notice;
  private final Consumer<C> silent;
  private final Map<ConfigKey, Set<C>> listeners = new HashMap<>();

  /** For look-ups only: its order differs from run to run. */
  private final Map<C, Set<ConfigKey>> byClient = new HashMap<>();

  /** Tells a client that a configuration has changed. */
  @FunctionalInterface
  public interface Notice<C> {

    /**
     * Sends it.
     *
     * @param timeout until which the client must acknowledge
     * @param failed to be run later when the client did not acknowledge in time, or could not
     *     receive the notice; not needed once the connection is closed
     */
    void send(C to, ConfigKey key, Duration timeout, Runnable failed);
  }

  /**
   * @param silent receives a client that never acknowledged a notice, to be disconnected
   */
  public ConfigSubscriptions(Loop loop, ConfigStore store, Notice<C> notice, Consumer<C> silent) {
    this.loop = loop;
    this.store = store;
    this.notice = notice;
    this.silent = silent;
  }

  /**
   * The client listens for these from now on, too.
   *
   * @param md5s the client's
   * @return those that differ from what the client has
   */
  public List<ConfigKey> listen(C client, Map<ConfigKey, String> md5s) {
    byClient.computeIfAbsent(client, c -> new HashSet<>(2)).addAll(md5s.keySet());
    md5s.keySet()
        .forEach(key -> listeners.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(client));
    return store.differing(md5s);
  }

  public void unlisten(C client, Collection<ConfigKey> keys) {
    byClient.computeIfPresent(
        client,
        (c, listened) -> {
          listened.removeAll(keys);
          return listened.isEmpty() ? null : listened;
        });
    for (ConfigKey key : keys) {
      listeners.computeIfPresent(
          key,
          (k, all) -> {
            all.remove(client);
            return all.isEmpty() ? null : all;
          });
    }
  }

  /** The connection is gone. */
  public void forget(C client) {
    unlisten(client, List.copyOf(byClient.getOrDefault(client, Set.of())));
  }

  /** A configuration was published or deleted. */
  public void changed(ConfigKey key) {
    List.copyOf(listeners.getOrDefault(key, Set.of())).forEach(each -> tell(each, key, 1));
  }

  private void tell(C client, ConfigKey key, int attempt) {
    if (!listeners.getOrDefault(key, Set.of()).contains(client)) {
      return; // The client no longer listens, or has disconnected.
    }
    if (attempt > MAX_TRIES) {
      silent.accept(client);
      return;
    }
    notice.send(
        client,
        key,
        ACK_TIMEOUT,
        () -> loop.after(RETRY_STEP.multipliedBy(attempt), () -> tell(client, key, attempt + 1)));
  }
}
