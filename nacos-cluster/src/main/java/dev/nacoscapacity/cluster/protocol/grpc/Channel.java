package dev.nacoscapacity.cluster.protocol.grpc;

/** Which of its two connections a gRPC client uses: one for naming, one for configuration. */
public enum Channel {
  NAMING("naming"),
  CONFIG("config");

  private final String label;

  Channel(String label) {
    this.label = label;
  }

  /** The value of {@link Codes#LABEL_MODULE} with which the client sets the connection up. */
  public String label() {
    return label;
  }
}
