package dev.nacoscapacity.simulator.run;

import java.lang.management.ManagementFactory;

/**
 * A measurement of the heap in use after garbage collection. Each measurement runs a full
 * collection and pauses the process, so it must not be used within the measurement window.
 *
 * @param bytes in use
 */
record LiveHeap(long bytes) {

  static LiveHeap measure() {
    System.gc();
    return new LiveHeap(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  /**
   * Growth since this measurement per item, in bytes; null when the heap has not grown, since other
   * threads released more memory.
   */
  Double growthPerItem(int count) {
    long growth = measure().bytes() - bytes;
    return growth > 0 ? growth / (double) count : null;
  }
}
