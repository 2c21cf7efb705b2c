package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.network.NodeNetwork;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Nodes with a process each: real servers, or a stand-in's. */
final class ServerCluster implements Cluster {

  /** Five real ones at once starve each other until Derby's 10 s limit for a connection passes. */
  private static final Duration STAGGER = Duration.ofSeconds(2);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  /** How long a cluster may take on a busy machine, and more for each of its nodes. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration PATIENCE_PER_NODE = Duration.ofMinutes(1);

  /** A start that fails for lack of CPU or of a raft leader succeeds when tried again. */
  private static final int MAX_STARTS = 4;

  private final ClusterSpec spec;
  private final List<ServerNode> nodes;
  private final Readiness readiness;
  private final Supplier<Optional<TokenKey>> tokenKey;
  private final Optional<NodeNetwork> network;
  private final Runnable gone;
  private final Consumer<String> progress;

  /**
   * @param tokenKey what signs tokens, if it is known
   * @param network that the nodes do not share, if they do not
   * @param gone called when the last node is closed
   * @param progress told what happens while it starts
   */
  ServerCluster(
      ClusterSpec spec,
      List<ServerNode> nodes,
      Readiness readiness,
      Supplier<Optional<TokenKey>> tokenKey,
      Optional<NodeNetwork> network,
      Runnable gone,
      Consumer<String> progress) {
    this.spec = spec;
    this.nodes = nodes;
    this.readiness = readiness;
    this.tokenKey = tokenKey;
    this.network = network;
    this.gone = gone;
    this.progress = progress;
  }

  @Override
  public ClusterSpec spec() {
    return spec;
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Optional<TokenKey> tokenKey() {
    return spec.auth() ? tokenKey.get() : Optional.empty();
  }

  @Override
  public Optional<Links> links() {
    return network.map(links -> links);
  }

  @Override
  public void start() {
    network.ifPresent(NodeNetwork::open);
    Map<ServerNode, Integer> starts = new HashMap<>();
    try {
      for (ServerNode node : nodes) {
        if (node.runs()) {
          node.resume();
          continue;
        }
        if (!starts.isEmpty() && spec.version().real()) {
          Poll.sleep(STAGGER);
        }
        launch(node, starts);
      }
      awaitReady(starts);
    } catch (RuntimeException e) {
      Poll.uninterrupted(() -> starts.keySet().forEach(ServerNode::kill));
      throw e;
    }
  }

  private void awaitReady(Map<ServerNode, Integer> starts) {
    Duration patience = PATIENCE.plus(PATIENCE_PER_NODE.multipliedBy(nodes.size()));
    long deadline = System.nanoTime() + patience.toNanos();
    String said = "";
    while (true) {
      for (ServerNode node : nodes) {
        if (!node.runs()) {
          progress.accept(node + " exited while starting");
          launch(node, starts);
        }
      }
      String missing = readiness.missing().orElse("");
      if (missing.isEmpty()) {
        return;
      }
      if (!missing.equals(said)) {
        progress.accept("waiting: " + missing);
        said = missing;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterException(
            "the cluster is not ready after " + patience.toSeconds() + " s: " + missing);
      }
      Poll.sleep(LOOK_AGAIN);
    }
  }

  private void launch(ServerNode node, Map<ServerNode, Integer> starts) {
    if (starts.merge(node, 1, Integer::sum) > MAX_STARTS) {
      throw new ClusterException(
          node
              + " exited "
              + MAX_STARTS
              + " times while starting: see bin/nacos-cluster logs "
              + node);
    }
    progress.accept("starting " + node);
    node.start();
  }

  @Override
  public void close() {
    Poll.uninterrupted(
        () -> {
          nodes.forEach(ServerNode::kill);
          network.ifPresent(NodeNetwork::close);
          gone.run();
        });
  }
}
