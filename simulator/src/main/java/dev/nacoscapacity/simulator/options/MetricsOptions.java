package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint;
import java.io.IOException;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Live metrics for a monitoring system: the option that every command with a fleet shares. */
public final class MetricsOptions {

  private static final int MOST_PORT = 65535;

  @Option(
      names = "--prometheus",
      paramLabel = "PORT",
      description =
          "serve live metrics at http://127.0.0.1:PORT/metrics, in Prometheus's format; 0 for any"
              + " free port")
  private Integer port;

  /**
   * Begins to serve what was asked for. Call it before there is any load.
   *
   * @param say told where it is served
   * @return null when nothing was asked for
   * @throws UsageException when the port cannot be had
   */
  public MetricsEndpoint open(Consumer<String> say) {
    if (port == null) {
      return null;
    }
    if (port < 0 || port > MOST_PORT) {
      throw new UsageException("--prometheus is a port, 0 to " + MOST_PORT + ", not " + port);
    }
    try {
      MetricsEndpoint endpoint = MetricsEndpoint.open(port);
      say.accept("metrics: " + endpoint.url());
      return endpoint;
    } catch (IOException e) {
      throw new UsageException(
          "--prometheus cannot have port %d of 127.0.0.1: %s; name another, or 0 for a free one"
              .formatted(port, e.getMessage()));
    }
  }
}
