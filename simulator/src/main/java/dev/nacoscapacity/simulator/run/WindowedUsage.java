package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.simulator.proc.GeneratorUsage;
import java.nio.file.Path;
import java.time.Duration;

/** Resource usage of this process in the measurement window; in total without a window. */
public class WindowedUsage implements Progress, AutoCloseable {

  private final GeneratorUsage usage = new GeneratorUsage(Path.of("/proc"));
  private boolean measuring;
  private GeneratorUsage.Total inWindow;

  @Override
  public void phase(String name, Duration expected) {
    if (name.equals(Phases.MEASURE)) {
      measuring = true;
      usage.beginWindow();
    } else if (measuring) {
      measuring = false;
      inWindow = usage.summary();
    }
  }

  @Override
  public void second(RunSecond second) {
    usage.sample();
  }

  public GeneratorUsage.Total summary() {
    return inWindow == null ? usage.summary() : inWindow;
  }

  /** Stops listening to the garbage collector. */
  @Override
  public void close() {
    usage.close();
  }
}
