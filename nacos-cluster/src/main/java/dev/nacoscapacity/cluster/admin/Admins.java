package dev.nacoscapacity.cluster.admin;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import java.time.Duration;

/** Asks a cluster's nodes. A cluster whose nodes do not answer over HTTP is one itself. */
@FunctionalInterface
public interface Admins {

  /** Over HTTP v1, without a token. */
  Admins HTTP = (node, timeout) -> AdminClient.of(node.http(), timeout);

  /** What asks the nodes of a cluster. */
  static Admins of(Cluster cluster) {
    return cluster instanceof Admins own ? own : HTTP;
  }

  /**
   * What asks a node. It may have a thread and descriptors until it is garbage-collected, so keep
   * it for repeated calls.
   *
   * @param timeout for each call
   */
  NodeAdmin of(Node node, Duration timeout);
}
