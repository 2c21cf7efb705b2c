package dev.nacoscapacity.simulator.target;

import java.util.Locale;

/**
 * What a fleet calls in place of the nodes: a proxy or gateway in front of each node, in this
 * process.
 */
public enum NodeFront {
  /** Forwards bytes, of both HTTP and gRPC. */
  PROXY,
  /** Forwards requests with a valid token; HTTP only. */
  GATEWAY;

  /** The label in the record. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
