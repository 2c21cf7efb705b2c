package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.cluster.ServerVersion;

/**
 * A change of the server's version: an upgrade or a downgrade.
 *
 * @param clientsFollow whether the clients of a fleet that may speak both protocols move to the
 *     protocol of {@code to} once half of the nodes are replaced
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
   * Whether Nacos supports this change by a rolling replacement of nodes. Source: its upgrade
   * manuals: from 1.x to 2.0 or 2.1, and back while 2.0 writes both forms; from 2.x to any later
   * one; no other way back.
   */
  public boolean supported() {
    boolean writesBoth = is(to, "2.0.") || is(to, "2.1.");
    if (is(from, "1.")) {
      return writesBoth;
    }
    return from.compareTo(to) < 0 || is(from, "2.0.") && is(to, "1.");
  }

  /** The share of the fleet that uses gRPC after the clients have moved. */
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
