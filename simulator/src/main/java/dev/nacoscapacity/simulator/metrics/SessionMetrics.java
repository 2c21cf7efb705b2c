package dev.nacoscapacity.simulator.metrics;

import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/** The metrics of a session's runs, of one at a time, and where monitoring systems scrape them. */
public final class SessionMetrics implements Closeable {

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Gauge results = results(registry);
  private Optional<MetricsEndpoint> endpoint = Optional.empty();

  /**
   * Serves them; there are none before {@link #begin} is called.
   *
   * @param at port 0 for any free port
   * @param token required from clients; empty to check the host name instead
   * @return the URL to scrape
   * @throws IOException when the port is not available
   */
  public String serve(InetSocketAddress at, Optional<String> token) throws IOException {
    MetricsEndpoint opened = new MetricsEndpoint(registry, at, token);
    endpoint = Optional.of(opened);
    return opened.url();
  }

  /**
   * The metrics of a run that begins now; those of the previous run are removed, except its result.
   *
   * @param run its name
   * @param dilation how many times slower than the wall's its time runs, 1 for as fast
   * @param tags further labels of the run, by their names
   * @return empty when they are not served
   */
  public Optional<LiveMetrics> begin(String run, double dilation, Map<String, String> tags) {
    if (endpoint.isEmpty()) {
      return Optional.empty();
    }
    registry.clear();
    registry.register(results);
    return Optional.of(new LiveMetrics(registry, run, dilation, tags));
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
    endpoint.ifPresent(MetricsEndpoint::close);
  }
}
