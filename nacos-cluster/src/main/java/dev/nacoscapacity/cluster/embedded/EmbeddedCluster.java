package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.registry.LocalNetwork;
import dev.nacoscapacity.cluster.token.TokenKey;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Stand-in nodes in this process, on loopback: Nacos's semantics without its costs, 1.4.1's over
 * HTTP and 2.2's over gRPC. It proves a load generator, and nothing about Nacos's capacity. Nodes
 * which share a cluster lose on {@link EmbeddedNode#kill} what real ones would lose. Cannot be
 * started again once closed.
 */
public final class EmbeddedCluster implements Cluster {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  private final ClusterSpec spec;
  private final EmbeddedSettings settings;
  private final List<EmbeddedNode> nodes = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final List<EventLoop> loops = new ArrayList<>();
  private final EventLoopGroup threads;
  private final LocalNetwork network;
  private final NodeRuns lives;

  /** Only plans the cluster: {@link #start} opens its ports. */
  public EmbeddedCluster(ClusterSpec spec, EmbeddedSettings settings) {
    this.spec = spec;
    this.settings = settings;
    this.lives = new NodeRuns(spec, settings, addresses, new ConfigStore());
    this.network = new LocalNetwork(spec.nodes());
    this.threads = StandInThreads.group();
    List<Integer> ports = settings.freePorts() ? Ports.free(spec.nodes()) : Ports.of(spec);
    for (int port : ports) {
      InetSocketAddress http = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      loops.add(threads.next());
      addresses.add(http.getAddress().getHostAddress() + ":" + port);
      nodes.add(new EmbeddedNode(nodes.size(), http, settings.limits(), this));
    }
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
    return spec.auth() ? Optional.of(settings.credentials().key()) : Optional.empty();
  }

  /** The node with this index, from 0. */
  public EmbeddedNode node(int index) {
    return nodes.get(index);
  }

  @Override
  public void start() {
    List<EmbeddedNode> started = new ArrayList<>();
    try {
      for (EmbeddedNode node : nodes) {
        if (node.state() == NodeState.DOWN) {
          node.start();
          started.add(node);
        } else {
          node.resume();
        }
      }
      awaitReady();
    } catch (ClusterException e) {
      started.forEach(EmbeddedNode::kill);
      throw e;
    }
  }

  /** Nodes meet one another every 2 s, in turn. */
  private void awaitReady() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!nodes.stream().allMatch(EmbeddedNode::seesAllUp)) {
      if (System.nanoTime() > deadline) {
        throw new ClusterException(
            "the stand-in's nodes do not all see each other UP after %d s: give it more CPU"
                .formatted(PATIENCE.toSeconds()));
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new ClusterException("interrupted while the stand-in started: start it again");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  @Override
  public void close() {
    nodes.forEach(EmbeddedNode::kill);
    threads.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  LocalNetwork network() {
    return network;
  }

  NodeRun newLife(int index) {
    NodeRun life = lives.make(index, loops.get(index), network);
    network.attach(life.naming());
    return life;
  }
}
