package dev.nacoscapacity.simulator.run;

import com.sun.management.ThreadMXBean;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.simulator.observe.proc.GeneratorUsage;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Measures what a run uses of this process: CPU time and GC pauses in the measurement window, and
 * the heap of the state and connections of the fleet, measured as the ramp begins and ends.
 */
final class ProcessUsage implements MachineUsage {

  private final WindowedUsage window = new WindowedUsage();
  private final RunSettings settings;
  private final long allocated = allocatedBytes();
  private Double bytesPerInstance;
  private LiveHeap beforeRamp;
  private Double connectionBytes;

  /** To be created by the thread that builds the state of the fleet, before it does so. */
  ProcessUsage(RunSettings settings) {
    this.settings = settings;
  }

  @Override
  public void phase(String name, Duration expected) {
    if (name.equals(Phases.RAMP)) {
      bytesPerInstance = (allocatedBytes() - allocated) / (double) settings.fleet().size();
      beforeRamp = settings.protocol().http() ? null : LiveHeap.measure();
    } else if (name.equals(Phases.WARM_UP) && beforeRamp != null) {
      connectionBytes = beforeRamp.growthPerItem(settings.grpcConnections());
    }
    window.phase(name, expected);
  }

  @Override
  public void second(RunSecond second) {
    window.second(second);
  }

  @Override
  public Generator addTo(Generator generator) {
    GeneratorUsage.Summary used = window.summary();
    double cpu = used.generatorCpuSeconds();
    return new Generator(
        generator.processes(),
        cpu,
        used.standInCpuSeconds() > 0 ? used.standInCpuSeconds() : null,
        used.jitCpuSeconds(),
        used.gcCpuSeconds(),
        generator.requests(),
        cpu > 0 ? generator.requests() / cpu : 0,
        used.residentMaxBytes(),
        used.heapMaxBytes(),
        bytesPerInstance,
        connectionBytes,
        generator.connections(),
        used.gcPauses(),
        generator.lagMs(),
        generator.limitedBy());
  }

  /** Bytes that this thread has allocated so far. */
  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  @Override
  public void close() {
    window.close();
  }
}
