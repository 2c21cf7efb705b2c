package dev.nacoscapacity.cluster;

import java.util.List;

/**
 * The links between nodes of a {@link Cluster} that have a network each. Clients reach a node also
 * while it is cut off from other nodes.
 */
public interface Links {

  /**
   * Drops everything between a node and some others, in both directions: connections stay open and
   * new ones are not answered.
   *
   * @throws ClusterException if that cannot be done
   */
  void cut(Node node, List<Node> others);

  /**
   * Lets everything pass again; has no effect where nothing is cut.
   *
   * @throws ClusterException if that cannot be done
   */
  void join(Node node, List<Node> others);
}
