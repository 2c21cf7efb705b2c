package dev.nacoscapacity.simulator.target;

/** What a fleet talks to in place of the nodes: one in front of each, in this process. */
public enum Via {
  /** Passes bytes on, of HTTP and gRPC alike. */
  PROXY("proxy"),
  /** Passes requests on whose token is good; HTTP only. */
  GATEWAY("gateway");

  private final String label;

  Via(String label) {
    this.label = label;
  }

  /** As it stands in the record. */
  public String label() {
    return label;
  }
}
