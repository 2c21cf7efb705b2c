package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.ServerRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A node's own metrics at {@code /nacos/actuator/prometheus}, by Micrometer's names. Null for a
 * metric that the node does not offer.
 *
 * @param cpuShare cores in use since the last scrape, user and system time together
 * @param connections to its Tomcat
 */
record Scrape(
    Integer cores, Double cpuShare, Integer threads, ServerRow.Jvm jvm, Integer connections) {

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

  /** Parses a body; null when it contains none of the metrics. */
  static Scrape of(String body) {
    Map<String, Double> sums = new HashMap<>();
    body.lines().forEach(line -> add(line, sums));
    Double usage = sums.get(CPU);
    Double cores = sums.get(CORES);
    Double gcSeconds = sums.get(GC_SECONDS);
    return sums.isEmpty()
        ? null
        : new Scrape(
            asInt(cores),
            usage == null || cores == null ? null : usage * cores,
            asInt(sums.get(THREADS)),
            new ServerRow.Jvm(
                asLong(sums.get(HEAP_USED)),
                asLong(sums.get(HEAP_MAX)),
                asLong(sums.get(GC_COUNT)),
                gcSeconds == null ? null : Math.round(gcSeconds * 1e3)),
            asInt(sums.get(CONNECTIONS)));
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

  private static Integer asInt(Double value) {
    return value == null ? null : value.intValue();
  }

  private static Long asLong(Double value) {
    return value == null ? null : value.longValue();
  }
}
