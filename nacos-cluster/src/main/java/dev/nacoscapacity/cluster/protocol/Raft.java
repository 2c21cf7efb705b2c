package dev.nacoscapacity.cluster.protocol;

/**
 * Names of Nacos's raft side. Source: Nacos 1.4.1's {@code MemberUtil.calculateRaftPort} and
 * naming's {@code Constants}.
 */
public final class Raft {

  /** Naming's raft group: without its leader a 1.4 node answers that the server is DOWN. */
  public static final String NAMING_GROUP = "naming_persistent_service";

  private Raft() {}

  /** Where the node with this HTTP port speaks raft. */
  public static int port(int httpPort) {
    return httpPort - 1000;
  }
}
