package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.cluster.dilation.ClusterClock;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The metrics of a session's runs, of one at a time, and the ways they go to monitoring systems.
 */
public final class SessionMetrics implements Closeable {

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Gauge results = results(registry);
  private volatile Instant began = ClusterClock.wallNow();
  private Optional<MetricsEndpoint> endpoint = Optional.empty();
  private Optional<MetricsPush> push = Optional.empty();

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
   * Pushes them by OTLP where OpenTelemetry's variables say where to. No failure reaches the run.
   *
   * @param environment such as this process's
   * @param onFailure receives the first failure, on one line without secrets
   * @return where to, without credentials; empty when nothing is pushed
   */
  public Optional<String> push(Map<String, String> environment, Consumer<String> onFailure) {
    Optional<String> to = MetricsPush.endpoint(environment);
    if (to.isEmpty()) {
      return to;
    }
    try {
      push =
          Optional.of(
              new MetricsPush(new PushedMetrics(registry, () -> began), environment, onFailure));
      return to;
    } catch (RuntimeException e) {
      onFailure.accept(MetricsPush.printable(String.valueOf(e.getMessage()), environment));
      return Optional.empty();
    }
  }

  /**
   * The metrics of a run that begins now; those of the previous run are removed, except its result.
   *
   * @param run its name
   * @param dilation how many times slower than the wall's its time runs, 1 for as fast
   * @param tags further labels of the run, by their names
   * @return empty when they go nowhere
   */
  public Optional<LiveMetrics> begin(String run, double dilation, Map<String, String> tags) {
    if (endpoint.isEmpty() && push.isEmpty()) {
      return Optional.empty();
    }
    registry.clear();
    registry.register(results);
    began = ClusterClock.wallNow();
    return Optional.of(new LiveMetrics(registry, run, dilation, tags));
  }

  /** Called when a run is over, for example a trial of a search. */
  public void over(String run, int instances, String verdict) {
    results.labelValues(run, verdict).set(instances);
    push.ifPresent(MetricsPush::flush);
  }

  static Gauge results(PrometheusRegistry registry) {
    return new Metrics(registry)
        .gauge("run_instances", "Instances of each run that is over.", "run", "verdict");
  }

  @Override
  public void close() {
    push.ifPresent(MetricsPush::close);
    endpoint.ifPresent(MetricsEndpoint::close);
  }
}
