package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ServerVersion;

class RealCluster224IT extends GrpcConformance {

  RealCluster224IT() {
    super(ServerVersion.V2_2_4);
  }
}
