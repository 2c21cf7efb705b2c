package dev.nacoscapacity.simulator.observe.proc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * CPU time of a JVM's compilers. HotSpot starts and ends their threads as needed and the kernel
 * forgets those that ended, so they are remembered here; what a thread does between its last sample
 * and its end is lost.
 */
final class CompilerTime {

  private final ProcFile file;
  private final Path process;

  /** Of each compiler thread, by its id and start: the ids of ended threads are used again. */
  private final Map<String, Long> ticks = new HashMap<>();

  /** Threads that are known to be no compiler's. */
  private Set<String> others = Set.of();

  /**
   * @param process the process's folder in {@code /proc}
   */
  CompilerTime(ProcFile file, Path process) {
    this.file = file;
    this.process = process;
  }

  /**
   * Reads the compiler threads, and of the others those that are new, once.
   *
   * @param unnamed what a thread is called until it has given itself its name, as the process is
   */
  void sample(String unnamed) {
    Set<String> seen = new HashSet<>();
    for (String id : ProcFile.threads(process)) {
      if (others.contains(id)) {
        seen.add(id);
        continue;
      }
      CpuStat thread = read(id);
      if (thread == null || thread.name().equals(unnamed)) {
        continue;
      }
      if (ThreadRole.of(thread.name()) == ThreadRole.JIT) {
        ticks.put(id + " " + thread.startTicks(), thread.ticks());
      } else {
        seen.add(id);
      }
    }
    others = seen;
  }

  private CpuStat read(String id) {
    return CpuStat.parse(file.read(process.resolve("task").resolve(id).resolve("stat").toFile()));
  }

  /** Since the JVM's start, but for threads that ended unseen; null when no compiler was seen. */
  Long millis() {
    long sum = ticks.values().stream().mapToLong(Long::longValue).sum();
    return ticks.isEmpty() ? null : sum * 1_000 / CpuStat.TICKS_PER_SECOND;
  }
}
