package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.servers.GeneratorUsage;
import java.nio.file.Path;

/** What a stand-in cluster in this process, if there is one, uses in the judged window. */
final class StandInUsage implements AutoCloseable {

  private final GeneratorUsage usage = new GeneratorUsage(Path.of("/proc"));
  private boolean judged;
  private Double cpuSeconds;

  /** To be called once a second, and when a phase begins. */
  void sample(String phase) {
    boolean measure = phase.equals("measure");
    if (measure && !judged) {
      usage.beginWindow();
    } else if (!measure && judged) {
      cpuSeconds = usage.summary().standInCpuSeconds();
    } else {
      usage.sample();
    }
    judged = measure;
  }

  /** Null when there is no stand-in here, or no window was judged. */
  Double cpuSeconds() {
    return cpuSeconds == null || cpuSeconds == 0 ? null : cpuSeconds;
  }

  @Override
  public void close() {
    usage.close();
  }
}
