package dev.nacoscapacity.cluster.network;

/** The command {@code ip} of iproute2. */
interface Ip {

  /**
   * Runs it and returns what it printed.
   *
   * @throws dev.nacoscapacity.cluster.ClusterException with what it complained of, and the mend
   */
  String run(String... arguments);
}
