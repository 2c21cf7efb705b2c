package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ServerVersion;

class RealCluster204IT extends GrpcConformance {

  RealCluster204IT() {
    super(ServerVersion.V2_0_4);
  }
}
