package dev.nacoscapacity.simulator;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;

/** Clusters of stand-ins that serve already, to be closed. */
public final class StandIns {

  private StandIns() {}

  public static StandInCluster start(int nodes, boolean auth) {
    return start(nodes, auth, StandInSettings.defaults());
  }

  public static StandInCluster start(int nodes, boolean auth, StandInSettings settings) {
    StandInCluster cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, nodes).withAuth(auth), settings.withFreePorts());
    cluster.start();
    return cluster;
  }
}
