package dev.nacoscapacity.simulator.observe.proc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Context switches of a whole process. The kernel counts them by thread and forgets those of ended
 * threads, so they are remembered here; what a thread does between its last sample and its end is
 * lost.
 */
final class ContextSwitches {

  private static final String VOLUNTARY = "\nvoluntary_ctxt_switches:";
  private static final String INVOLUNTARY = "\nnonvoluntary_ctxt_switches:";

  private final ProcFile file;
  private final Path process;
  private Map<String, long[]> byThread = Map.of();
  private long voluntary;
  private long involuntary;

  /**
   * @param process the process's folder in {@code /proc}
   */
  ContextSwitches(ProcFile file, Path process) {
    this.file = file;
    this.process = process;
  }

  /** Reads all threads, which takes some 12 µs each. */
  void sample() {
    Map<String, long[]> now = new HashMap<>();
    for (String thread : ProcFile.threads(process)) {
      String status = file.read(process.resolve("task").resolve(thread).resolve("status").toFile());
      if (status == null) {
        continue;
      }
      long[] counts = {voluntary(status), involuntary(status)};
      long[] before = byThread.getOrDefault(thread, new long[2]);
      voluntary += Math.max(0, counts[0] - before[0]);
      involuntary += Math.max(0, counts[1] - before[1]);
      now.put(thread, counts);
    }
    byThread = now;
  }

  /** Waits: the thread had nothing to do. */
  long voluntary() {
    return voluntary;
  }

  /** Preemptions: the thread had more to do, and another wanted the processor. */
  long involuntary() {
    return involuntary;
  }

  /** Of a thread, from its status file. */
  static long voluntary(String status) {
    return count(status, VOLUNTARY);
  }

  /** Of a thread, from its status file. */
  static long involuntary(String status) {
    return count(status, INVOLUNTARY);
  }

  private static long count(String status, String key) {
    int start = status.indexOf(key);
    if (start < 0) {
      return 0;
    }
    int end = status.indexOf('\n', start + 1);
    String value = status.substring(start + key.length(), end < 0 ? status.length() : end);
    return Long.parseLong(value.strip());
  }
}
