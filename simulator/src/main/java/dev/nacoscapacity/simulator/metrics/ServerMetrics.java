package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.core.record.ServerRow;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Known resource usage of each node: the columns of servers.csv. */
final class ServerMetrics {

  private static final String NODE = "node";

  private final Metrics metrics;
  private final Counter cpu;
  private final Map<Gauge, Function<ServerRow, Number>> states = new HashMap<>();
  private final Map<String, Double> cpuBefore = new HashMap<>();

  ServerMetrics(Metrics metrics) {
    this.metrics = metrics;
    cpu = metrics.counter("server_cpu_seconds", "User and system CPU time of the node.", NODE);
    state(
        "heap_used_bytes",
        "The node's heap in use, garbage included.",
        row -> row.jvm().heapUsedBytes());
    state("heap_max_bytes", "The node's heap that may be used.", row -> row.jvm().heapMaxBytes());
    state("threads", "The node's threads.", row -> row.cpu().threads());
    state("connections", "Connections to the node.", ServerRow::connections);
  }

  private void state(String name, String help, Function<ServerRow, Number> value) {
    states.put(metrics.gauge("server_" + name, help, NODE), value);
  }

  private void cpu(String node, double now) {
    Double before = cpuBefore.put(node, now);
    // The counter of a restarted node begins at 0.
    cpu.labelValues(node).inc(before == null || now < before ? 0 : now - before);
  }

  /** Adds a row; unknown values leave the earlier ones unchanged. */
  void add(ServerRow row) {
    row.cpu().seconds().ifPresent(now -> cpu(row.node(), now));
    states.forEach(
        (gauge, value) -> {
          Number reading = value.apply(row);
          if (reading != null) {
            gauge.labelValues(row.node()).set(reading.doubleValue());
          }
        });
  }
}
