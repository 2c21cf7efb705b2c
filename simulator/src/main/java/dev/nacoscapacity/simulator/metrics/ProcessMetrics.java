package dev.nacoscapacity.simulator.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.SummaryWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Quantiles;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/**
 * Resource metrics of the generator's process, with the names of Prometheus's own JVM
 * instrumentation, so that existing dashboards show them. Read on each scrape. A stand-in in this
 * process is included.
 */
final class ProcessMetrics {

  private ProcessMetrics() {}

  static void register(PrometheusRegistry registry) {
    OperatingSystemMXBean os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    CounterWithCallback.builder()
        .name("process_cpu_seconds")
        .help("User and system CPU time of this process, in seconds.")
        .callback(callback -> callback.call(os.getProcessCpuTime() / 1e9))
        .register(registry);
    if (os instanceof UnixOperatingSystemMXBean unix) {
      GaugeWithCallback.builder()
          .name("process_open_fds")
          .help("Open file descriptors.")
          .callback(callback -> callback.call(unix.getOpenFileDescriptorCount()))
          .register(registry);
    }
    GaugeWithCallback.builder()
        .name("jvm_memory_used_bytes")
        .help("Memory in use, garbage included.")
        .labelNames("area")
        .callback(callback -> callback.call(heap().getUsed(), "heap"))
        .register(registry);
    GaugeWithCallback.builder()
        .name("jvm_memory_max_bytes")
        .help("Memory that may be used.")
        .labelNames("area")
        .callback(callback -> callback.call(heap().getMax(), "heap"))
        .register(registry);
    SummaryWithCallback.builder()
        .name("jvm_gc_collection_seconds")
        .help("Time spent in a garbage collector, in seconds.")
        .labelNames("gc")
        .callback(ProcessMetrics::collections)
        .register(registry);
  }

  private static MemoryUsage heap() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
  }

  private static void collections(SummaryWithCallback.Callback callback) {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      callback.call(
          collector.getCollectionCount(),
          collector.getCollectionTime() / 1e3,
          Quantiles.EMPTY,
          collector.getName());
    }
  }
}
