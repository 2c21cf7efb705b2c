package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.wire.Operation;
import java.util.Locale;

/** How much heap the engine needs for a given number of instances, their calls answered at once. */
final class ScheduleMemory {

  /** Two rounds of beats and one of lists: whatever grows has grown. */
  private static final int SECONDS = 10;

  private ScheduleMemory() {}

  /**
   * Prints one line.
   *
   * @param args the number of instances
   */
  public static void main(String[] args) throws InterruptedException {
    int instances = Integer.parseInt(args[0]);
    long before = usedHeap();
    try (BenchFleet fleet =
        new BenchFleet(
            instances,
            100,
            (members, eventLoop, listener) -> new InstantDriver(members, eventLoop, listener))) {
      fleet.start();
      Tally all = new Tally();
      for (int i = 0; i < SECONDS; i++) {
        all.add(fleet.second());
      }
      double bytes = (usedHeap() - before) / (double) instances;
      System.out.printf(
          Locale.ROOT,
          "%,d instances scheduled in a heap of %d MB: %.0f bytes an instance;"
              + " %,d beats/s and %,d lists/s of %,d and %,d; lag p99 %.1f ms%n",
          instances,
          Runtime.getRuntime().maxMemory() >> 20,
          bytes,
          all.of(Operation.BEAT).ok() / SECONDS,
          all.of(Operation.LIST).ok() / SECONDS,
          instances / 5,
          instances / 10,
          all.lag().getValueAtPercentile(99) / 1000.0);
    }
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
