package dev.nacoscapacity.simulator.run;

import com.sun.management.ThreadMXBean;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.proc.GeneratorUsage;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Measures what a run uses of this process: CPU time and GC pauses in the measurement window, and
 * the heap of the state and connections of the fleet, measured as the ramp begins and ends.
 */
final class LocalMachineUsage extends WindowedUsage implements MachineUsage {

  private final Workload settings;
  private final long allocated = allocatedBytes();
  private Double bytesPerInstance;
  private Long heapBeforeRamp;
  private Double connectionBytes;

  /** To be created by the thread that builds the state of the fleet, before it does so. */
  LocalMachineUsage(Workload settings) {
    this.settings = settings;
  }

  @Override
  public void phase(String name, Duration expected) {
    if (name.equals(Phases.RAMP) && bytesPerInstance == null) {
      bytesPerInstance = (allocatedBytes() - allocated) / (double) settings.instances();
      // Connections of a fleet that grows come with each stage.
      boolean atOnce = !settings.protocol().http() && settings.timing().stages().isEmpty();
      heapBeforeRamp = atOnce ? liveHeapBytes() : null;
    } else if (name.equals(Phases.WARM_UP) && heapBeforeRamp != null) {
      connectionBytes = heapGrowth(settings.grpcConnections());
    }
    super.phase(name, expected);
  }

  @Override
  public Generator addTo(Generator generator) {
    GeneratorUsage.Total used = summary();
    double cpu = used.generatorCpuSeconds();
    return generator
        .with()
        .cpu(
            new Generator.Cpu(
                cpu,
                used.standInCpuSeconds() > 0 ? used.standInCpuSeconds() : null,
                used.jitCpuSeconds(),
                used.gcCpuSeconds()))
        .requestsPerCpuSecond(cpu > 0 ? generator.requests() / cpu : 0)
        .memory(
            new Generator.Memory(
                used.residentMaxBytes(), used.heapMaxBytes(), bytesPerInstance, connectionBytes))
        .gcPauseMs(used.gcPauses())
        .build();
  }

  /** Bytes that this thread has allocated so far. */
  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /**
   * Growth of the heap since the ramp began per item, in bytes; null when the heap has not grown,
   * since other threads released more memory.
   */
  private Double heapGrowth(int count) {
    long growth = liveHeapBytes() - heapBeforeRamp;
    return growth > 0 ? growth / (double) count : null;
  }

  /**
   * Heap in use after a full collection, which pauses the process: not to be called within the
   * measurement window.
   */
  private static long liveHeapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
