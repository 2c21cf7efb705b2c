package dev.nacoscapacity.simulator.metrics;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.reports.page.HostHeaderFilter;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves {@code /metrics} in Prometheus's text format. Requests need the token or, without a token,
 * must address the server by its own name.
 */
final class MetricsEndpoint implements Closeable {

  private final InetSocketAddress at;
  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(new DefaultThreadFactory("metrics", true));

  /**
   * Starts the server.
   *
   * @param at port 0 for any free port
   * @param token required from clients; empty to check the host name instead
   * @throws IOException when the port is not available
   */
  MetricsEndpoint(PrometheusRegistry registry, InetSocketAddress at, Optional<String> token)
      throws IOException {
    this.at = at;
    server = HttpServer.create(at, 0);
    server
        .createContext("/metrics", new MetricsHandler(registry))
        .getFilters()
        .add(
            token.isPresent()
                ? new BearerToken(token.get())
                : new HostHeaderFilter(server, at.getHostString()));
    server.setExecutor(thread);
    server.start();
  }

  /** The URL to scrape. */
  String url() {
    String host = at.getAddress().isLoopbackAddress() ? "127.0.0.1" : at.getHostString();
    return "http://%s:%d/metrics"
        .formatted(host.contains(":") ? "[" + host + "]" : host, server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
