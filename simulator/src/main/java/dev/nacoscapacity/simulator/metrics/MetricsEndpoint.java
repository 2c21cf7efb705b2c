package dev.nacoscapacity.simulator.metrics;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.reports.page.HostHeaderFilter;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves {@code /metrics} in Prometheus's text format. Requests need the token or, without a token,
 * must address the server by its own name.
 */
public final class MetricsEndpoint implements Closeable {

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Gauge results = results(registry);
  private final InetSocketAddress at;
  private final HttpServer server;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(new DefaultThreadFactory("metrics", true));

  /**
   * Starts the server; there are no metrics before {@link #metrics} is called.
   *
   * @param at port 0 for any free port
   * @param token required from clients; empty to check the host name instead
   * @throws IOException when the port is not available
   */
  public MetricsEndpoint(InetSocketAddress at, Optional<String> token) throws IOException {
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
  public String url() {
    String host = at.getAddress().isLoopbackAddress() ? "127.0.0.1" : at.getHostString();
    return "http://%s:%d/metrics"
        .formatted(host.contains(":") ? "[" + host + "]" : host, server.getAddress().getPort());
  }

  /**
   * The metrics of a run that begins now; those of the previous run are removed, except its result.
   *
   * @param run its name
   * @param dilation how many times slower than the wall's its time runs, 1 for as fast
   * @param tags further labels of the run, by their names
   */
  public LiveMetrics metrics(String run, double dilation, Map<String, String> tags) {
    registry.clear();
    registry.register(results);
    return new LiveMetrics(registry, run, dilation, tags);
  }

  /** Called when a run is over, for example a trial of a search. */
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
