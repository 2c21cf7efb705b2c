package dev.nacoscapacity.cluster;

import dev.nacoscapacity.cluster.token.TokenKey;
import java.util.List;
import java.util.Optional;

/**
 * Nacos nodes that form one registry. The command line, the simulator and chaos drive real and
 * stand-in clusters through this interface only.
 */
public interface Cluster extends AutoCloseable {

  /** How the cluster was set up. */
  ClusterSpec spec();

  /** Its nodes, in the order of their names; the list and its nodes stay the same objects. */
  List<Node> nodes();

  /** What signs its tokens; empty without auth, or when the cluster was started without telling. */
  default Optional<TokenKey> tokenKey() {
    return Optional.empty();
  }

  /** What can be cut between its nodes; nothing where they share one network. */
  default Optional<Links> links() {
    return Optional.empty();
  }

  /** The first node that does not run, if there is one. */
  default Optional<Node> down() {
    return nodes().stream().filter(node -> !node.state().runs()).findFirst();
  }

  /** Whether any of its nodes has a process. */
  default boolean runs() {
    return nodes().stream().anyMatch(node -> node.pid().isPresent());
  }

  /**
   * Starts every node that is down, resumes every paused one, joins those that are cut off and
   * returns when the cluster is ready: all members UP on every node, a raft leader known and, with
   * auth, a login accepted everywhere.
   *
   * @throws ClusterException if it cannot become ready, naming the fault and the mend; processes
   *     that this call started are stopped again
   */
  void start();

  /**
   * Stops every node, as {@link Node#kill()} does, and forgets the cluster. It cannot be started
   * again.
   */
  @Override
  void close();
}
