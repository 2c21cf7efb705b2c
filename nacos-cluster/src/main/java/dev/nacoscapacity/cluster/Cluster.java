package dev.nacoscapacity.cluster;

import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.util.List;
import java.util.Optional;

/**
 * Nacos nodes that form one registry. The command line, the simulator and chaos control real and
 * stand-in clusters through this interface only.
 */
public interface Cluster extends AutoCloseable {

  /** How the cluster was set up. */
  ClusterSpec spec();

  /** The nodes in the order of their names; the node objects stay the same. */
  List<Node> nodes();

  /** The distinct versions of its nodes, the oldest first: several during an upgrade. */
  default List<ServerVersion> versions() {
    return nodes().stream().map(Node::version).distinct().sorted().toList();
  }

  /**
   * The server identity, which lets an operator's calls in without a token; empty when it is not
   * known.
   */
  default Optional<ServerIdentity> identity() {
    return Optional.empty();
  }

  /** The links between the nodes, which can be cut; empty where they share one network. */
  default Optional<Links> links() {
    return Optional.empty();
  }

  /** The clock of its own, which runs slower than the wall's under load; empty for the wall's. */
  default Optional<ClusterClock> clock() {
    return Optional.empty();
  }

  /** Slows the cluster's own time, and gives each node the cores of its machine in that time. */
  default void slowTime() {}

  /** The first node that does not run, if there is one. */
  default Optional<Node> down() {
    return nodes().stream().filter(node -> !node.state().runs()).findFirst();
  }

  /** Whether any of the nodes has a process. */
  default boolean runs() {
    return nodes().stream().anyMatch(node -> node.pid().isPresent());
  }

  /**
   * Starts every node that is down, resumes every paused one, reconnects nodes that are cut off,
   * restores the previous version of a node whose new version failed, and returns when the cluster
   * is ready: all members UP on every node, a raft leader known and, with auth, a login accepted
   * everywhere.
   *
   * @throws ClusterException if it does not become ready, with the cause and a remedy; processes
   *     that this call started are stopped again
   */
  void start();

  /**
   * Stops every node, as {@link Node#kill()} does, for good: the cluster cannot be started again.
   */
  @Override
  void close();
}
