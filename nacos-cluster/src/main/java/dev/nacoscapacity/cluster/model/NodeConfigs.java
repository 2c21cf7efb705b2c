package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.config.Config;
import dev.nacoscapacity.cluster.standin.config.ConfigChange;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.config.LongPolls;

/**
 * The configurations of one running node. What is published on a node is there at once, and on the
 * other nodes after the delay between nodes: 1.x and 2.x write to their database, and each node
 * reads from it what has changed.
 */
final class NodeConfigs {

  /** A node that cannot be reached is tried again after so long. */
  private static final long UNREACHED = 1_000_000_000;

  private final ModelCluster cluster;
  private final RunningNode node;
  private final int index;
  final ConfigStore store = new ConfigStore();
  private final LongPolls polls;

  NodeConfigs(ModelCluster cluster, RunningNode node, int index) {
    this.cluster = cluster;
    this.node = node;
    this.index = index;
    this.polls = new LongPolls(node.loop(), store);
    cluster.configs.all().forEach(store::take);
    store.listen(polls::changed);
    store.onWrite(this::written);
  }

  /** Answers when one of those listened for has changed, or the time is over. */
  void poll(ConfigExchange listen, long hold, Runnable answered) {
    // A poll is held half a second less than its client asks for.
    polls.poll(
        listen.md5s,
        hold / 1_000_000 + 500,
        true,
        differing -> {
          listen.changed = differing;
          answered.run();
        });
  }

  /** Does what a call says about one configuration, if it says anything. */
  void serve(ModelCall call) {
    ConfigExchange about = call.configuration;
    switch (call.request) {
      case READ -> about.read = store.find(about.key()).map(Config::content).orElse(null);
      case PUBLISH -> store.publish(about.key(), about.content, "text", node.loop().millis());
      case REMOVE -> store.delete(about.key());
      default -> {
        // It says nothing.
      }
    }
  }

  private void written(ConfigChange change) {
    cluster.configs.take(change);
    for (int other = 0; other < cluster.nodes().size(); other++) {
      if (other != index) {
        send(change.key(), other);
      }
    }
  }

  private void send(ConfigKey key, int other) {
    cluster
        .time()
        .after(
            cluster.cut(index, other) ? UNREACHED : cluster.peerDelay(index, other),
            () -> {
              RunningNode to = cluster.node(other).running();
              if (to == null) {
                // It reads whatever there is when it starts.
                return;
              }
              if (cluster.cut(index, other)) {
                send(key, other);
              } else {
                to.configs.take(key);
              }
            });
  }

  /** A configuration was changed through another node: reads it as it is now. */
  private void take(ConfigKey key) {
    node.run(
        node.work.of(Cost.SYNC, 1), node.stage(() -> store.take(cluster.configs.current(key))));
  }
}
