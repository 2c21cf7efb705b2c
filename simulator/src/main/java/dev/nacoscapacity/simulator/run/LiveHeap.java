package dev.nacoscapacity.simulator.run;

import java.lang.management.ManagementFactory;

/**
 * The heap that is in use and not garbage, to be compared with itself later. Each look collects
 * garbage, which stops the process for a moment: not for the measurement window.
 *
 * @param bytes in use
 */
record LiveHeap(long bytes) {

  static LiveHeap now() {
    System.gc();
    return new LiveHeap(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  /**
   * By how much it has grown since, for each of so many; null when it has not, since other threads
   * let go of more than that.
   */
  Double growthEach(int count) {
    long growth = now().bytes() - bytes;
    return growth > 0 ? growth / (double) count : null;
  }
}
