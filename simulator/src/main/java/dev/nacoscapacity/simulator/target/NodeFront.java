package dev.nacoscapacity.simulator.target;

/**
 * What a fleet calls in place of the nodes: a proxy or gateway in front of each node, in this
 * process.
 */
public enum NodeFront {
  /** Forwards bytes, of both HTTP and gRPC. */
  PROXY("proxy"),
  /** Forwards requests with a valid token; HTTP only. */
  GATEWAY("gateway");

  private final String label;

  NodeFront(String label) {
    this.label = label;
  }

  /** The label in the record. */
  public String label() {
    return label;
  }
}
