package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * CPU time of a JVM's JIT compilers. HotSpot starts and ends compiler threads as needed, and the
 * kernel drops the times of ended threads, so this class stores them; the time between the last
 * sample of a thread and its end is lost.
 */
final class CompilerTime {

  private final ProcFile file;
  private final Path process;

  /** The ticks of each compiler thread, by id and start time, since ids are reused. */
  private final Map<String, Long> ticks = new HashMap<>();

  /** Threads that are known not to be compiler threads. */
  private Set<String> others = Set.of();

  /**
   * @param process the process's folder in {@code /proc}
   */
  CompilerTime(ProcFile file, Path process) {
    this.file = file;
    this.process = process;
  }

  /**
   * Reads the compiler threads, and each new thread once.
   *
   * @param unnamed the name of a thread before it sets its own: the name of the process
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

  /**
   * CPU time since the JVM's start, without threads that were never sampled; null when no compiler
   * thread was seen.
   */
  Long millis() {
    long sum = ticks.values().stream().mapToLong(Long::longValue).sum();
    return ticks.isEmpty() ? null : sum * 1_000 / CpuStat.TICKS_PER_SECOND;
  }
}
