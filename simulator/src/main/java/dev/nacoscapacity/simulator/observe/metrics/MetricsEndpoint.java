package dev.nacoscapacity.simulator.observe.metrics;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.reports.page.OwnName;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves {@code /metrics} in Prometheus's text format, on loopback and to its own name alone. */
public final class MetricsEndpoint implements Closeable {

  private final PrometheusRegistry registry;
  private final HttpServer server;
  private final ExecutorService thread;

  private MetricsEndpoint(PrometheusRegistry registry, HttpServer server, ExecutorService thread) {
    this.registry = registry;
    this.server = server;
    this.thread = thread;
  }

  /**
   * Begins to serve; there are no metrics before {@link #metrics} is called.
   *
   * @param port 0 for any that is free
   * @throws IOException when the port cannot be had
   */
  public static MetricsEndpoint open(int port) throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer server = HttpServer.create(loopback, 0);
    server
        .createContext("/metrics", new MetricsHandler(registry))
        .getFilters()
        .add(new OwnName(server));
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread daemon = new Thread(task, "metrics");
              daemon.setDaemon(true);
              return daemon;
            });
    server.setExecutor(thread);
    server.start();
    return new MetricsEndpoint(registry, server, thread);
  }

  /** Where to scrape. */
  public String url() {
    return "http://127.0.0.1:%d/metrics".formatted(server.getAddress().getPort());
  }

  /**
   * The metrics of a run that begins now; those of the run before are gone.
   *
   * @param byProtocol whether the run's clients speak two protocols
   */
  public LiveMetrics metrics(boolean byProtocol) {
    registry.clear();
    return new LiveMetrics(registry, byProtocol);
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
