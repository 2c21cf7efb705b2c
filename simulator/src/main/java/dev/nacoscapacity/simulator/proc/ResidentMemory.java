package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;

/** Peak resident memory of this process, as sampled. */
final class ResidentMemory {

  private final ProcessUsage usage;
  private Long maxBytes;

  /**
   * @param proc where the proc file system is mounted
   */
  ResidentMemory(Path proc) {
    usage = ProcessUsage.ofThisProcess(proc);
  }

  void sample() {
    usage
        .residentBytes()
        .ifPresent(bytes -> maxBytes = maxBytes == null ? bytes : Math.max(maxBytes, bytes));
  }

  void restart() {
    maxBytes = null;
  }

  /** Null when it cannot be read. */
  Long maxBytes() {
    return maxBytes;
  }
}
