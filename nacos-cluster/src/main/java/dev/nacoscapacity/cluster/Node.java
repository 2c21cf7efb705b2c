package dev.nacoscapacity.cluster;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * One member of a {@link Cluster}, and the faults that can be done to it; they throw {@link
 * UnsupportedOperationException} where the nodes share one process that is not this one.
 */
public interface Node {

  /** {@code node1}, {@code node2}, … */
  String name();

  /** Where it answers HTTP; its raft port is 1000 lower. */
  InetSocketAddress http();

  /** Where it answers a 2.x client's gRPC; nothing listens there on a 1.4 node. */
  default InetSocketAddress grpc() {
    return new InetSocketAddress(http().getAddress(), GrpcPorts.client(http().getPort()));
  }

  /** The state now, looked up at each call. */
  NodeState state();

  /**
   * Starts the node if it is {@link NodeState#DOWN} and returns without waiting for it to be UP;
   * does nothing in any other state.
   *
   * @throws ClusterException if it cannot be started
   */
  void start();

  /**
   * Ends the node at once, as SIGKILL or a power cut would: nothing is flushed, no one is told.
   * Returns when it is gone; does nothing if it is DOWN.
   */
  void kill();

  /** Freezes the node with its connections open, as SIGSTOP does. Does nothing if it is DOWN. */
  void pause();

  /** Lets a paused node run on. Does nothing in any other state. */
  void resume();

  /** The process it runs in, unless that is this one. The nodes of a stand-in may share theirs. */
  OptionalLong pid();
}
