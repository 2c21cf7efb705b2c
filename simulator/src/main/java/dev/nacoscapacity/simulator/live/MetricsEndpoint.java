package dev.nacoscapacity.simulator.live;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Serves {@code /metrics} in Prometheus's text format, on loopback alone. */
public final class MetricsEndpoint implements Closeable {

  private final PrometheusRegistry registry;
  private final HTTPServer server;

  private MetricsEndpoint(PrometheusRegistry registry, HTTPServer server) {
    this.registry = registry;
    this.server = server;
  }

  /**
   * Begins to serve; there are no metrics before {@link #metrics} is called.
   *
   * @param port 0 for any that is free
   * @throws IOException when the port cannot be had
   */
  public static MetricsEndpoint open(int port) throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    HTTPServer server =
        HTTPServer.builder()
            .inetAddress(InetAddress.getLoopbackAddress())
            .port(port)
            .registry(registry)
            .buildAndStart();
    return new MetricsEndpoint(registry, server);
  }

  /** Where to scrape. */
  public String url() {
    return "http://127.0.0.1:%d/metrics".formatted(server.getPort());
  }

  /**
   * The metrics of a run that begins now; those of the run before are gone.
   *
   * @param nodes names of the cluster's nodes, in the run's order
   */
  public LiveMetrics metrics(List<String> nodes) {
    registry.clear();
    return new LiveMetrics(registry, nodes);
  }

  @Override
  public void close() {
    server.close();
  }
}
