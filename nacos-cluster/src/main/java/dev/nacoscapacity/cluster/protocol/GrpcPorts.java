package dev.nacoscapacity.cluster.protocol;

/**
 * Where a 2.x node speaks gRPC. Source: Nacos 2.2.4's {@code GrpcSdkServer}, {@code
 * GrpcClusterServer} and {@code Constants.SDK_GRPC_PORT_DEFAULT_OFFSET}.
 */
public final class GrpcPorts {

  private static final int CLIENT_OFFSET = 1000;
  private static final int MEMBER_OFFSET = 1001;

  private GrpcPorts() {}

  /** Where the node with this HTTP port serves clients. */
  public static int client(int httpPort) {
    return httpPort + CLIENT_OFFSET;
  }

  /** Where the node with this HTTP port serves the other members. */
  public static int member(int httpPort) {
    return httpPort + MEMBER_OFFSET;
  }
}
