package dev.nacoscapacity.cluster.admin;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import java.time.Duration;

/** Asks a cluster's nodes. A cluster whose nodes do not answer over HTTP is one itself. */
@FunctionalInterface
public interface Admins {

  /** What asks the nodes of a cluster: without a token, and with the servers' own identity. */
  static Admins of(Cluster cluster) {
    return cluster instanceof Admins own
        ? own
        : (node, timeout) -> AdminClient.of(node.http(), timeout).withIdentity(cluster.identity());
  }

  /**
   * What asks a node. It keeps a connection for the next call for a moment, so keep it for repeated
   * calls.
   *
   * @param timeout for each call
   */
  NodeAdmin of(Node node, Duration timeout);
}
