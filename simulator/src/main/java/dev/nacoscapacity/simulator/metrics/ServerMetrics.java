package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.core.record.ServerRow;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.HashMap;
import java.util.Map;

/** Known resource usage of each node: the columns of servers.csv. */
final class ServerMetrics {

  private static final String NODE = "node";

  private final Counter cpu;
  private final Gauge heapUsed;
  private final Gauge heapMax;
  private final Gauge threads;
  private final Gauge connections;
  private final Map<String, Double> cpuBefore = new HashMap<>();

  ServerMetrics(Metrics metrics) {
    cpu = metrics.counter("server_cpu_seconds", "User and system CPU time of the node.", NODE);
    heapUsed =
        metrics.gauge("server_heap_used_bytes", "The node's heap in use, garbage included.", NODE);
    heapMax = metrics.gauge("server_heap_max_bytes", "The node's heap that may be used.", NODE);
    threads = metrics.gauge("server_threads", "The node's threads.", NODE);
    connections = metrics.gauge("server_connections", "Connections to the node.", NODE);
  }

  /** Adds a row; unknown values leave the earlier ones unchanged. */
  void add(ServerRow row) {
    if (row.userCpuSeconds() != null) {
      double now =
          row.userCpuSeconds() + (row.systemCpuSeconds() == null ? 0 : row.systemCpuSeconds());
      Double before = cpuBefore.put(row.node(), now);
      // The counter of a restarted node begins at 0.
      cpu.labelValues(row.node()).inc(before == null || now < before ? 0 : now - before);
    }
    set(heapUsed, row, row.heapUsedBytes());
    set(heapMax, row, row.heapMaxBytes());
    set(threads, row, row.threads());
    set(connections, row, row.connections());
  }

  private static void set(Gauge gauge, ServerRow row, Number value) {
    if (value != null) {
      gauge.labelValues(row.node()).set(value.doubleValue());
    }
  }
}
