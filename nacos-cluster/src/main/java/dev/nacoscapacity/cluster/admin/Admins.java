package dev.nacoscapacity.cluster.admin;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import java.time.Duration;

/**
 * Gives clients for the nodes of a cluster. A cluster whose nodes do not answer over HTTP
 * implements this interface itself.
 */
@FunctionalInterface
public interface Admins {

  /** Clients for the nodes of a cluster: without a token, and with the servers' own identity. */
  static Admins of(Cluster cluster) {
    return cluster instanceof Admins own
        ? own
        : (node, timeout) -> AdminClient.of(node.http(), timeout).withIdentity(cluster.identity());
  }

  /**
   * A client for a node. The client keeps a connection open for a moment, so reuse the client for
   * repeated calls.
   *
   * @param timeout for each call
   */
  NodeAdmin of(Node node, Duration timeout);
}
