package dev.nacoscapacity.calibration.gateway;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import picocli.CommandLine.Option;

/** Limits of the backend on Tomcat and of the gateways in front of it; each 1 or more. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class GatewayLimits {

  private static final String D = " (default: ${DEFAULT-VALUE})";
  private static final String N = "N";

  @Option(names = "--tomcat-accept-count", paramLabel = N, description = "backend: waiting" + D)
  int acceptCount = 1_000;

  @Option(names = "--tomcat-threads", paramLabel = N, description = "backend: threads" + D)
  int threads = 400;

  @Option(names = "--tomcat-connections", paramLabel = N, description = "backend: connections" + D)
  int tomcatConnections = 8_192;

  @Option(names = "--gateway-connections", paramLabel = N, description = "gateway: of clients" + D)
  int clientConnections = 10_000;

  @Option(names = "--backend-connections", paramLabel = N, description = "gateway: to backend" + D)
  int backendConnections = 500;
}
