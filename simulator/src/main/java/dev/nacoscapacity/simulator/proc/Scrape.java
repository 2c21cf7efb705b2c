package dev.nacoscapacity.simulator.proc;

import java.util.HashMap;
import java.util.Map;

/**
 * A node's own metrics at {@code /nacos/actuator/prometheus}, by Micrometer's names. Null for a
 * metric that the node does not offer.
 *
 * @param cpuShare cores in use since the last scrape, user and system time together
 * @param connections to its Tomcat
 */
record Scrape(
    Integer cores,
    Double cpuShare,
    Integer threads,
    Long heapUsedBytes,
    Long heapMaxBytes,
    Long gcCount,
    Long gcMillis,
    Integer connections) {

  /** Parses a body; null when it contains none of the metrics. */
  static Scrape of(String body) {
    Map<String, Double> sums = new HashMap<>();
    PrometheusText.read(
        body,
        (name, labels, value) -> {
          // A negative value means unknown, as for the largest eden of G1.
          if (value >= 0 && Double.isFinite(value) && isWanted(name, labels)) {
            sums.merge(name, value, Double::sum);
          }
        });
    Double usage = sums.get("process_cpu_usage");
    Double cores = sums.get("system_cpu_count");
    Double gcSeconds = sums.get("jvm_gc_pause_seconds_sum");
    return sums.isEmpty()
        ? null
        : new Scrape(
            asInt(cores),
            usage == null || cores == null ? null : usage * cores,
            asInt(sums.get("jvm_threads_live_threads")),
            asLong(sums.get("jvm_memory_used_bytes")),
            asLong(sums.get("jvm_memory_max_bytes")),
            asLong(sums.get("jvm_gc_pause_seconds_count")),
            gcSeconds == null ? null : Math.round(gcSeconds * 1e3),
            asInt(sums.get("tomcat_connections_current_connections")));
  }

  private static boolean isWanted(String name, String labels) {
    return switch (name) {
      case "process_cpu_usage",
          "system_cpu_count",
          "jvm_threads_live_threads",
          "jvm_gc_pause_seconds_count",
          "jvm_gc_pause_seconds_sum",
          "tomcat_connections_current_connections" ->
          true;
      case "jvm_memory_used_bytes", "jvm_memory_max_bytes" -> labels.contains("area=\"heap\"");
      default -> false;
    };
  }

  private static Integer asInt(Double value) {
    return value == null ? null : value.intValue();
  }

  private static Long asLong(Double value) {
    return value == null ? null : value.longValue();
  }
}
