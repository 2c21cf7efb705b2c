package dev.nacoscapacity.cluster;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.OptionalLong;

/** One member of a {@link Cluster}, and the faults that can be injected into it. */
public interface Node {

  /** How long a connection may take. */
  int CONNECT_MS = 500;

  /** {@code node1}, {@code node2}, … */
  String name();

  /** Where it answers HTTP; its raft port is 1000 lower. */
  InetSocketAddress http();

  /** Where it answers a 2.x client's gRPC; nothing listens there on a 1.4 node. */
  default InetSocketAddress grpc() {
    return new InetSocketAddress(http().getAddress(), GrpcPorts.client(http().getPort()));
  }

  /** The server that it runs, or will run when it is started, looked up at each call. */
  ServerVersion version();

  /** The state now, looked up at each call. */
  NodeState state();

  /**
   * Whether it takes connections on its HTTP port, looked up at each call. A paused node does: the
   * kernel takes them.
   */
  default boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(http(), CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Starts the node if it is {@link NodeState#DOWN} and returns without waiting for it to be UP;
   * has no effect in any other state.
   *
   * @throws ClusterException if it cannot be started
   */
  void start();

  /**
   * Kills the node, as SIGKILL or a power failure would: nothing is flushed, and no connection is
   * closed in order. Returns when the node has ended; has no effect if it is DOWN.
   */
  void kill();

  /** Freezes the node with its connections open, as SIGSTOP does. Has no effect if it is DOWN. */
  void pause();

  /** Resumes a paused node. Has no effect in any other state. */
  void resume();

  /**
   * Replaces the server of a node that is DOWN: from its next start on it runs this version, on the
   * node's own data. A copy of the node's previous state is kept until {@link #settle}; until then
   * {@link Cluster#start} restores that copy, unless every node reports every member as UP.
   *
   * @throws ClusterException if the node runs, or its files cannot be replaced
   * @throws UnsupportedOperationException where nodes have no other versions to run
   */
  default void install(ServerVersion version) {
    throw new UnsupportedOperationException(
        "only a real server of the local cluster can be replaced by another version");
  }

  /** Deletes the copy that {@link #install} kept. Has no effect when there is none. */
  default void settle() {}

  /** Pid of the node's process; empty if it is this process. */
  OptionalLong pid();
}
