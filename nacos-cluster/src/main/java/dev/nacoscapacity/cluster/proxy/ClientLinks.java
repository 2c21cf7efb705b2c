package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import java.util.Optional;

/**
 * The links between clients and the nodes of a cluster; nodes reach each other over other links. A
 * cluster that can change these links without proxies implements this interface itself.
 */
public interface ClientLinks {

  /**
   * The client links of a cluster; empty when only proxies in front of its nodes can change them.
   */
  static Optional<ClientLinks> of(Cluster cluster) {
    return cluster instanceof ClientLinks own ? Optional.of(own) : Optional.empty();
  }

  /** Changes the conditions between clients and a node, for open connections, too. */
  void conditions(Node node, NetworkConditions now);
}
