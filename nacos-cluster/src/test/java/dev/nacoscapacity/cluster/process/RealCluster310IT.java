package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ServerVersion;

class RealCluster310IT extends GrpcConformance {

  RealCluster310IT() {
    super(ServerVersion.V3_1_0);
  }
}
