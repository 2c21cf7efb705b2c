package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.ServerRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A node's own metrics at {@code /nacos/actuator/prometheus}, by Micrometer's names. What the node
 * does not offer is empty.
 *
 * @param sums of the samples of each metric
 */
record Scrape(Map<String, Double> sums) {

  private static final String HEAP_USED = "jvm_memory_used_bytes";
  private static final String HEAP_MAX = "jvm_memory_max_bytes";
  private static final String GC_COUNT = "jvm_gc_pause_seconds_count";
  private static final String GC_SECONDS = "jvm_gc_pause_seconds_sum";
  private static final String CPU = "process_cpu_usage";
  private static final String CORES = "system_cpu_count";
  private static final String THREADS = "jvm_threads_live_threads";
  private static final String CONNECTIONS = "tomcat_connections_current_connections";
  private static final Set<String> WANTED =
      Set.of(HEAP_USED, HEAP_MAX, GC_COUNT, GC_SECONDS, CPU, CORES, THREADS, CONNECTIONS);

  /** Parses a body; empty when it contains none of the metrics. */
  static Optional<Scrape> of(String body) {
    Map<String, Double> sums = new HashMap<>();
    body.lines().forEach(line -> add(line, sums));
    return Optional.of(new Scrape(sums)).filter(scrape -> !sums.isEmpty());
  }

  private Optional<Double> sum(String metric) {
    return Optional.ofNullable(sums.get(metric));
  }

  Optional<Integer> cores() {
    return sum(CORES).map(Double::intValue);
  }

  /** Cores in use since the last scrape, user and system time together. */
  Optional<Double> cpuShare() {
    return sum(CPU).flatMap(usage -> sum(CORES).map(cores -> usage * cores));
  }

  Optional<Integer> threads() {
    return sum(THREADS).map(Double::intValue);
  }

  /** Connections to its Tomcat. */
  Optional<Integer> connections() {
    return sum(CONNECTIONS).map(Double::intValue);
  }

  ServerRow.Jvm jvm() {
    return new ServerRow.Jvm(
        sum(HEAP_USED).map(Double::longValue).orElse(null),
        sum(HEAP_MAX).map(Double::longValue).orElse(null),
        sum(GC_COUNT).map(Double::longValue).orElse(null),
        sum(GC_SECONDS).map(seconds -> Math.round(seconds * 1e3)).orElse(null));
  }

  /** Adds a line of Prometheus's text format, version 0.0.4, unless it is no wanted sample. */
  private static void add(String line, Map<String, Double> sums) {
    String name = line.split("[{ ]", 2)[0];
    boolean elsewhere = name.startsWith("jvm_memory_") && !line.contains("area=\"heap\"");
    if (!WANTED.contains(name) || elsewhere) {
      return;
    }
    int labelsEnd = Math.max(name.length(), line.lastIndexOf('}') + 1);
    try {
      // A timestamp may follow.
      double value = Double.parseDouble(line.substring(labelsEnd).strip().split(" ")[0]);
      // A negative value means unknown, as for the largest eden of G1.
      if (value >= 0 && Double.isFinite(value)) {
        sums.merge(name, value, Double::sum);
      }
    } catch (NumberFormatException e) {
      // An incomplete line, or an infinity.
    }
  }
}
