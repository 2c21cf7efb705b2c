package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.cluster.ServerVersion;

/**
 * From which version of the server to which: an upgrade, or a way back.
 *
 * @param clientsFollow whether the clients of a fleet that may speak both protocols move to that of
 *     {@code to} once half of the nodes are replaced
 */
public record VersionChange(ServerVersion from, ServerVersion to, boolean clientsFollow) {

  public VersionChange {
    if (!from.real() || !to.real()) {
      throw new IllegalArgumentException("the stand-in is no version of the server");
    }
    if (from == to) {
      throw new IllegalArgumentException("%s is upgraded to another version".formatted(from));
    }
  }

  /**
   * Whether Nacos says that nodes can be replaced one by one so. Source: its upgrade manuals: from
   * 1.x to 2.0 or 2.1, and back while 2.0 writes both forms; from 2.x to any later one; no other
   * way back.
   */
  public boolean supported() {
    boolean writesBoth = is(to, "2.0.") || is(to, "2.1.");
    if (is(from, "1.")) {
      return writesBoth;
    }
    return from.compareTo(to) < 0 || is(from, "2.0.") && is(to, "1.");
  }

  /** Which share of the fleet is to speak gRPC once clients have followed. */
  public double grpcShare() {
    return to.grpc() ? 1 : 0;
  }

  private static boolean is(ServerVersion version, String line) {
    return version.toString().startsWith(line);
  }

  @Override
  public String toString() {
    return "from " + from + " to " + to;
  }
}
