package dev.nacoscapacity.simulator.observe.metrics;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.reports.page.OwnName;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves {@code /metrics} in Prometheus's text format, to who has the token or, where there is
 * none, to its own name alone.
 */
public final class MetricsEndpoint implements Closeable {

  private final PrometheusRegistry registry;
  private final Gauge results;
  private final InetSocketAddress at;
  private final HttpServer server;
  private final ExecutorService thread;

  private MetricsEndpoint(
      PrometheusRegistry registry,
      InetSocketAddress at,
      HttpServer server,
      ExecutorService thread) {
    this.registry = registry;
    this.results = results(registry);
    this.at = at;
    this.server = server;
    this.thread = thread;
  }

  /**
   * Begins to serve; there are no metrics before {@link #metrics} is called.
   *
   * @param at port 0 for any that is free
   * @param token that a client has to present; null where its own name will do
   * @throws IOException when the port cannot be had
   */
  public static MetricsEndpoint open(InetSocketAddress at, String token) throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    HttpServer server = HttpServer.create(at, 0);
    server
        .createContext("/metrics", new MetricsHandler(registry))
        .getFilters()
        .add(token == null ? new OwnName(server, at.getHostString()) : new BearerToken(token));
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread daemon = new Thread(task, "metrics");
              daemon.setDaemon(true);
              return daemon;
            });
    server.setExecutor(thread);
    server.start();
    return new MetricsEndpoint(registry, at, server, thread);
  }

  /** Where to scrape. */
  public String url() {
    String host = at.getAddress().isLoopbackAddress() ? "127.0.0.1" : at.getHostString();
    return "http://%s:%d/metrics"
        .formatted(host.contains(":") ? "[" + host + "]" : host, server.getAddress().getPort());
  }

  /**
   * The metrics of a run that begins now; those of the run before are gone, but for its result.
   *
   * @param run its name
   */
  public LiveMetrics metrics(String run) {
    registry.clear();
    registry.register(results);
    return new LiveMetrics(registry, run);
  }

  /** A run is over, as one of a search's. */
  public void over(String run, int instances, String verdict) {
    results.labelValues(run, verdict).set(instances);
  }

  static Gauge results(PrometheusRegistry registry) {
    return new Metrics(registry)
        .gauge("run_instances", "Instances of each run that is over.", "run", "verdict");
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
