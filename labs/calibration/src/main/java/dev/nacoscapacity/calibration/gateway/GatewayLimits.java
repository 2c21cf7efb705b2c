package dev.nacoscapacity.calibration.gateway;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import picocli.CommandLine.Option;

/** Limits of the backend on Tomcat and of the gateways in front of it; each 1 or more. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
public final class GatewayLimits {

  private static final String DEFAULT = " (default: ${DEFAULT-VALUE})";
  private static final String N = "N";

  @Option(names = "--tomcat-accept-count", paramLabel = N, description = "backlog" + DEFAULT)
  int acceptCount = 1_000;

  @Option(names = "--tomcat-threads", paramLabel = N, description = "of the backend" + DEFAULT)
  int threads = 400;

  @Option(names = "--tomcat-connections", paramLabel = N, description = "accepted" + DEFAULT)
  int tomcatConnections = 8_192;

  @Option(names = "--gateway-connections", paramLabel = N, description = "of clients" + DEFAULT)
  int clientConnections = 10_000;

  @Option(names = "--backend-connections", paramLabel = N, description = "of a gateway" + DEFAULT)
  int backendConnections = 500;
}
