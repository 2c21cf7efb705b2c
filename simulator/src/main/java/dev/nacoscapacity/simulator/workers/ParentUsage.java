package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.simulator.observe.proc.GeneratorUsage;
import java.nio.file.Path;

/** What this process uses in the judged window, and a stand-in cluster in it, if there is one. */
final class ParentUsage implements AutoCloseable {

  private final GeneratorUsage usage = new GeneratorUsage(Path.of("/proc"));
  private boolean judged;
  private GeneratorUsage.Summary window;

  /** To be called once a second, and when a phase begins. */
  void sample(String phase) {
    boolean measure = phase.equals(Phases.MEASURE);
    if (measure && !judged) {
      usage.beginWindow();
    } else if (!measure && judged) {
      window = usage.summary();
    } else {
      usage.sample();
    }
    judged = measure;
  }

  /** Adds it to what the workers used together. */
  Generator addTo(Generator workers) {
    GeneratorUsage.Summary own = window == null ? usage.summary() : window;
    double standIn = own.standInCpuSeconds();
    return workers.withParent(standIn > 0 ? standIn : null, own.residentMaxBytes());
  }

  @Override
  public void close() {
    usage.close();
  }
}
