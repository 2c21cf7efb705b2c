package dev.nacoscapacity.cluster;

import java.util.List;

/**
 * What joins the nodes of a {@link Cluster} that have a network each. Whoever else reaches a node,
 * such as its clients, still does while it is cut off from others.
 */
public interface Links {

  /**
   * Lets nothing pass between a node and some others any more, either way and without a word to
   * anyone: connections stay open and new ones are not answered.
   *
   * @throws ClusterException if that cannot be done
   */
  void cut(Node node, List<Node> others);

  /**
   * Lets everything pass again; does nothing where nothing is cut.
   *
   * @throws ClusterException if that cannot be done
   */
  void join(Node node, List<Node> others);
}
