package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.calibration.gateway.GatewayLimits;
import dev.nacoscapacity.simulator.options.UsageException;
import picocli.CommandLine.Option;

/** What bounds the backend of the part about gateways, and the gateways. */
final class GatewayOptions {

  @Option(
      names = "--tomcat-accept-count",
      paramLabel = "N",
      defaultValue = "1000",
      description = "gateway: connections that wait for the backend (default: ${DEFAULT-VALUE})")
  private int acceptCount;

  @Option(
      names = "--tomcat-threads",
      paramLabel = "N",
      defaultValue = "400",
      description = "gateway: the backend's threads (default: ${DEFAULT-VALUE})")
  private int threads;

  @Option(
      names = "--tomcat-connections",
      paramLabel = "N",
      defaultValue = "8192",
      description = "gateway: connections that the backend accepts (default: ${DEFAULT-VALUE})")
  private int tomcatConnections;

  @Option(
      names = "--gateway-connections",
      paramLabel = "N",
      defaultValue = "10000",
      description = "gateway: connections that ours accepts (default: ${DEFAULT-VALUE})")
  private int clientConnections;

  @Option(
      names = "--backend-connections",
      paramLabel = "N",
      defaultValue = "500",
      description =
          "gateway: connections of a gateway, ours or the peer's, to the backend"
              + " (default: ${DEFAULT-VALUE})")
  private int backendConnections;

  GatewayLimits limits() {
    try {
      return new GatewayLimits(
          acceptCount, threads, tomcatConnections, clientConnections, backendConnections);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
