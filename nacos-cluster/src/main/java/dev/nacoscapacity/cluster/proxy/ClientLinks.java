package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import java.util.Optional;

/**
 * The ways on which clients reach the nodes of a cluster; the nodes reach each other on others. A
 * cluster that can change them without proxies is one itself.
 */
public interface ClientLinks {

  /** Those of a cluster; empty where they can only be changed by proxies in front of its nodes. */
  static Optional<ClientLinks> of(Cluster cluster) {
    return cluster instanceof ClientLinks own ? Optional.of(own) : Optional.empty();
  }

  /** Changes the conditions between clients and a node, for open connections, too. */
  void conditions(Node node, NetworkConditions now);
}
