package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.config.Config;
import dev.nacoscapacity.cluster.standin.config.ConfigChange;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.config.LongPolls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The configurations of one running node, and who listens for them there. What is published on a
 * node is there at once, and on the other nodes after the delay between nodes: 1.x and 2.x write to
 * their database, and each node reads from it what has changed.
 */
final class NodeConfigs {

  /** As {@code RpcConfigChangeNotifier} of 2.2 has it. */
  private static final Duration ACKNOWLEDGED_WITHIN = Duration.ofSeconds(3);

  private static final Duration RETRY_STEP = Duration.ofSeconds(2);
  private static final int MAX_TRIES = 50;

  /** A node that cannot be reached is tried again after so long. */
  private static final long UNREACHED = 1_000_000_000;

  private final ModelCluster cluster;
  private final RunningNode node;
  private final int index;
  private final ConfigStore store = new ConfigStore();
  private final LongPolls polls;
  private final Map<ConfigKey, Set<ConnectedClient>> listeners = new LinkedHashMap<>();

  NodeConfigs(ModelCluster cluster, RunningNode node, int index) {
    this.cluster = cluster;
    this.node = node;
    this.index = index;
    this.polls = new LongPolls(node.loop(), store);
    cluster.configs.all().forEach(store::take);
    store.listen(this::changed);
  }

  /** Answers when one of those listened for has changed, or the time is over. */
  void poll(ConfigExchange listen, long hold, Runnable answered) {
    // A poll is held half a second less than its client asks for.
    polls.poll(
        listen.md5s,
        hold / 1_000_000 + 500,
        true,
        differing -> {
          listen.changed = List.copyOf(differing);
          answered.run();
        });
  }

  void read(ConfigExchange about) {
    about.read = store.find(about.key()).map(Config::content).orElse(null);
  }

  /** Publishes a configuration, or removes one where there is no content. */
  void write(ConfigExchange about) {
    ConfigKey key = about.key();
    if (about.content == null) {
      store.delete(key);
    } else {
      store.publish(key, about.content, "text", node.loop().millis());
    }
    ConfigChange change = store.current(key);
    cluster.configs.take(change);
    for (int other = 0; other < cluster.nodes().size(); other++) {
      if (other != index) {
        send(change, other);
      }
    }
  }

  private void send(ConfigChange change, int other) {
    cluster
        .time()
        .after(
            cluster.cut(index, other) ? UNREACHED : cluster.peerDelay(index, other),
            () -> {
              RunningNode to = cluster.node(other).running();
              if (to == null) {
                // Whatever there is it reads when it starts.
                return;
              }
              if (cluster.cut(index, other)) {
                send(change, other);
              } else {
                to.configs.take(change.key());
              }
            });
  }

  /** A configuration was changed through another node: reads it as it is now. */
  private void take(ConfigKey key) {
    node.run(node.costOfSync(), node.stage(() -> store.take(cluster.configs.current(key))));
  }

  /** A client over gRPC listens, and learns which of those it has are not the newest. */
  void listen(ConnectedClient client, ConfigExchange listen) {
    List<ConfigKey> differing = new ArrayList<>();
    listen.md5s.forEach(
        (key, md5) -> {
          listeners.computeIfAbsent(key, of -> new LinkedHashSet<>()).add(client);
          if (!store.md5(key).equals(md5)) {
            differing.add(key);
          }
        });
    listen.changed = differing;
  }

  private void changed(ConfigKey key) {
    polls.changed(key);
    Set<ConnectedClient> interested = listeners.get(key);
    if (interested != null) {
      interested.removeIf(client -> client.over);
      List.copyOf(interested).forEach(client -> notify(client, key, 1));
    }
  }

  /** Notifies one client of a change, until the client acknowledges the notice. */
  private void notify(ConnectedClient to, ConfigKey key, int attempt) {
    node.clients.push(
        to,
        null,
        number -> to.channel.notifying(number, key),
        ACKNOWLEDGED_WITHIN,
        () -> {
          if (attempt < MAX_TRIES) {
            node.loop().after(RETRY_STEP.multipliedBy(attempt), () -> notify(to, key, attempt + 1));
          }
        });
  }
}
