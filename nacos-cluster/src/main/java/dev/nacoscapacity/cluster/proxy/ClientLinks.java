package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.Node;

/** The ways on which clients reach the nodes of a cluster; the nodes reach each other on others. */
public interface ClientLinks {

  /** Changes the conditions between clients and a node, for open connections, too. */
  void conditions(Node node, NetworkConditions now);
}
