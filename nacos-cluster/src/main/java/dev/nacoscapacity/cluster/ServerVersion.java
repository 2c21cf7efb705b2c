package dev.nacoscapacity.cluster;

import java.util.Arrays;

/** The server that a cluster's nodes run. */
public enum ServerVersion {
  /** The real server, 1.4.1: HTTP, a process a node. */
  V1_4_1("1.4.1"),
  /** The real server, 2.2.4: HTTP and gRPC, a process a node. */
  V2_2_4("2.2.4"),
  /** The stand-in: Nacos's semantics without its costs, over HTTP and gRPC. */
  EMBEDDED("embedded");

  private final String text;

  ServerVersion(String text) {
    this.text = text;
  }

  /**
   * The version that is written so.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static ServerVersion of(String text) {
    return Arrays.stream(values())
        .filter(version -> version.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no version is called '" + text + "'"));
  }

  /** Whether its nodes are real servers. */
  public boolean real() {
    return this != EMBEDDED;
  }

  /** Whether its nodes answer gRPC, as 2.x clients speak it. */
  public boolean grpc() {
    return this != V1_4_1;
  }

  /** As written on the command line and in {@code spec.json}. */
  @Override
  public String toString() {
    return text;
  }
}
