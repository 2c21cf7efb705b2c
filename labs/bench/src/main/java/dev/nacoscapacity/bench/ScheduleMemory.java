package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.fleet.PacedFleet.Periods;
import dev.nacoscapacity.core.stats.Distribution;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.Locale;

/**
 * Measures the heap that the engine needs for each instance, with calls answered immediately: the
 * slope between two numbers of instances, which excludes the fixed heap of an engine.
 */
final class ScheduleMemory {

  /** Two rounds of beats and one of lists: everything has reached its final size then. */
  private static final int SECONDS = 10;

  private ScheduleMemory() {}

  /**
   * Prints the result on one line.
   *
   * @param args the lower and the higher number of instances
   */
  public static void main(String[] args) throws InterruptedException {
    int few = Integer.parseInt(args[0]);
    int many = Integer.parseInt(args[1]);
    // A first run loads classes and compiles code, which also need some heap.
    held(few);
    Held low = held(few);
    Held high = held(many);
    System.out.printf(
        Locale.ROOT,
        "%,d instances scheduled in a heap of %d MB: %.0f bytes for one more (from %,d to %,d);"
            + " %,d beats/s and %,d lists/s of %,d and %,d; lag p99 %.1f ms%n",
        many,
        Runtime.getRuntime().maxMemory() >> 20,
        (high.heap - low.heap) / (double) (many - few),
        few,
        many,
        high.seconds.of(Operation.BEAT).count(OperationCount.OK) / SECONDS,
        high.seconds.of(Operation.LIST).count(OperationCount.OK) / SECONDS,
        many / 5,
        many / 10,
        high.seconds.histogram(Distribution.SCHEDULER_LAG).getValueAtPercentile(99) / 1000.0);
  }

  private record Held(long heap, RunStats seconds) {}

  private static Held held(int instances) throws InterruptedException {
    try (PacedFleet fleet =
        new PacedFleet(
            instances,
            Periods.REAL,
            100,
            false,
            (members, eventLoop, listener) -> new InstantDriver(members, eventLoop, listener))) {
      fleet.start();
      RunStats all = new RunStats(PacedFleet.NODES);
      for (int i = 0; i < SECONDS; i++) {
        all.append(fleet.second());
      }
      return new Held(usedHeap(), all);
    }
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
