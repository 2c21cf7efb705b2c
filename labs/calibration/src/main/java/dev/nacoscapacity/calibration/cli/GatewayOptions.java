package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.calibration.gateway.GatewayLimits;
import picocli.CommandLine.Option;

/** Options for the limits of the gateways and of their backend. */
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

  /**
   * @throws UsageException when a limit is below 1
   */
  GatewayLimits limits() {
    return new GatewayLimits(
        positive("--tomcat-accept-count", acceptCount),
        positive("--tomcat-threads", threads),
        positive("--tomcat-connections", tomcatConnections),
        positive("--gateway-connections", clientConnections),
        positive("--backend-connections", backendConnections));
  }

  private static int positive(String option, int given) {
    if (given < 1) {
      throw new UsageException("%s is 1 or more, not %d".formatted(option, given));
    }
    return given;
  }
}
