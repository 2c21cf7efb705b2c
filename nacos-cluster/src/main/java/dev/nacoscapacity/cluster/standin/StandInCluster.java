package dev.nacoscapacity.cluster.standin;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.registry.LocalNetwork;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Stand-in nodes in this process, on loopback: Nacos's semantics without its costs, 1.4.1's over
 * HTTP v1, 3.x's over HTTP v3 and 2.2's over gRPC. A run on it proves the load generator, and
 * nothing about Nacos's capacity. {@link StandInNode#kill} loses what a real node would lose.
 * Cannot be started again once closed.
 */
public final class StandInCluster implements Cluster {

  /** Name of the one thread that serves all nodes. */
  static final String THREAD = "stand-in";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  private final ClusterSpec spec;
  private final StandInSettings settings;
  private final List<StandInNode> nodes = new ArrayList<>();
  private final ConfigStore configs = new ConfigStore();
  private final EventLoopGroup threads = NettyTransport.eventLoops(THREAD, 1);
  private final LocalNetwork network;

  /** Creates the cluster without opening its ports: {@link #start} does that. */
  public StandInCluster(ClusterSpec spec, StandInSettings settings) {
    this.spec = settings.freePorts() ? Ports.moveToFree(spec) : spec;
    this.settings = settings;
    this.network = new LocalNetwork(spec.nodes());
    for (int index = 0; index < spec.nodes(); index++) {
      nodes.add(new StandInNode(index, this));
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
  public Optional<ServerIdentity> identity() {
    return Optional.of(ServerIdentity.ofStandIn(settings.credentials().key()));
  }

  /** The node with this index, from 0. */
  public StandInNode node(int index) {
    return nodes.get(index);
  }

  @Override
  public void start() {
    List<StandInNode> started = new ArrayList<>();
    try {
      for (StandInNode node : nodes) {
        if (node.state() == NodeState.DOWN) {
          node.start();
          started.add(node);
        } else {
          node.resume();
        }
      }
      awaitReady();
    } catch (ClusterException e) {
      started.forEach(StandInNode::kill);
      throw e;
    }
  }

  /** Each node reports to another one every 2 s, in turn. */
  private void awaitReady() {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!nodes.stream().allMatch(StandInNode::seesAllUp)) {
      if (System.nanoTime() > deadline) {
        throw new ClusterException(
            "the stand-in's nodes do not all see each other UP after %d s: give it more CPU"
                .formatted(START_TIMEOUT.toSeconds()));
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new ClusterException("interrupted while the stand-in started: start it again");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  @Override
  public void close() {
    nodes.forEach(StandInNode::kill);
    threads.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  NodeRun newRun(int index) {
    NodeRun run = new NodeRun(spec, settings, index, threads.next(), network, configs);
    network.attach(run.naming());
    return run;
  }

  void detach(int index) {
    network.detach(index);
  }
}
