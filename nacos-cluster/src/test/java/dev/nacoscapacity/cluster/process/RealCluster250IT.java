package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ServerVersion;

class RealCluster250IT extends GrpcConformance {

  RealCluster250IT() {
    super(ServerVersion.V2_5_0);
  }
}
