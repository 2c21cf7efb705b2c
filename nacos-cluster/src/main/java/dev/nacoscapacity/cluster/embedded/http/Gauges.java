package dev.nacoscapacity.cluster.embedded.http;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/** A scrape answer as Micrometer writes it for a real server. */
final class Gauges {

  private final StringBuilder text = new StringBuilder();

  Gauges monitor(String module, String name, double value) {
    return add("nacos_monitor", "module=\"" + module + "\",name=\"" + name + "\",", value);
  }

  /**
   * Of the whole process, which all nodes share; its CPU is left out, since that may be the load
   * generator's.
   */
  Gauges jvm() {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    long pauses = 0;
    long pauseMillis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      pauses += collector.getCollectionCount();
      pauseMillis += collector.getCollectionTime();
    }
    add("jvm_memory_used_bytes", "area=\"heap\",", heap.getUsed());
    add("jvm_memory_max_bytes", "area=\"heap\",", heap.getMax());
    add("jvm_gc_pause_seconds_count", "", pauses);
    add("jvm_gc_pause_seconds_sum", "", pauseMillis / 1e3);
    return add(
        "jvm_threads_live_threads", "", ManagementFactory.getThreadMXBean().getThreadCount());
  }

  /** Open connections to this node. */
  Gauges connections(int count) {
    return add("tomcat_connections_current_connections", "", count);
  }

  private Gauges add(String name, String labels, double value) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    text.append(' ').append(value).append('\n');
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
