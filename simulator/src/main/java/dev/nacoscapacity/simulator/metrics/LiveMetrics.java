package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run's figures as metrics, fed once a second by the run. Counters start at 0 with the run, and
 * count the figures of intervals.csv and registry.csv.
 */
public final class LiveMetrics implements Progress {

  /** The state in the event that ends a fault; an event with any other state begins a fault. */
  private static final String HEALED = "healed";

  private final CallMetrics calls;
  private final FigureMetrics<RegistryCount> registry;
  private final ServerMetrics servers;
  private final Gauge phase;
  private final Gauge remaining;
  private final Gauge instances;
  private final Gauge connections;
  private final Gauge fault;

  /**
   * @param to receives the metrics of one run at a time
   * @param run its name
   * @param dilation how many times slower than the wall's its time runs, 1 for as fast
   * @param tags further labels of the run, by their names
   */
  LiveMetrics(PrometheusRegistry to, String run, double dilation, Map<String, String> tags) {
    Metrics metrics = new Metrics(to);
    metrics
        .gauge(
            "run_info",
            "1 for the run that goes on, with its tags.",
            Stream.concat(Stream.of("run"), tags.keySet().stream()).toArray(String[]::new))
        .labelValues(Stream.concat(Stream.of(run), tags.values().stream()).toArray(String[]::new))
        .set(1);
    metrics
        .gauge(
            "time_dilation",
            "How many times slower than the wall's the run's time goes: rates are this many times as"
                + " high in it.")
        .set(dilation);
    calls = new CallMetrics(metrics);
    registry = new FigureMetrics<>(metrics, "registry_", List.of(RegistryCount.values()), "node");
    servers = new ServerMetrics(metrics);
    phase = metrics.gauge("phase", "1 for the phase that the run is in.", "phase");
    remaining =
        metrics.gauge(
            "phase_remaining_seconds", "Of the phase; 0 when it takes longer, or has no end.");
    instances = metrics.gauge("fleet_instances", "Instances that the generator stands in for.");
    connections = metrics.gauge("generator_connections", "Connections open.");
    fault =
        metrics.gauge(
            "fault_active", "1 from the fault's injection until it is healed.", "fault", "node");
    ProcessMetrics.builder().register(to);
    JvmMemoryMetrics.builder().register(to);
    JvmGarbageCollectorMetrics.builder().register(to);
  }

  @Override
  public void phase(String name, Duration expected) {
    phase.clear();
    phase.labelValues(name).set(1);
    remaining.set(expected.toSeconds());
  }

  @Override
  public void second(RunSecond second) {
    calls.add(second.stats());
    second.stats().registry().forEach((node, listed) -> registry.add(listed, node));
    remaining.set(Math.max(0, second.remainingSeconds()));
    instances.set(second.instances());
    connections.set(second.connections());
  }

  @Override
  public void server(ServerRow row) {
    servers.add(row);
  }

  /**
   * Receives the fault events of chaos experiments, with the fields {@code fault}, {@code node} and
   * {@code state}.
   */
  @Override
  public void event(String kind, Map<String, Object> fields) {
    if (!kind.equals(Event.FAULT)) {
      return;
    }
    double active = HEALED.equals(fields.get("state")) ? 0 : 1;
    fault
        .labelValues(String.valueOf(fields.get("fault")), String.valueOf(fields.get("node")))
        .set(active);
  }
}
