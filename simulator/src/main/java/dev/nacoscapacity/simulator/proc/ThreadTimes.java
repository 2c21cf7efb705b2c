package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * CPU time of a JVM by role of its threads. Threads start and end, and the kernel drops the times
 * of ended ones, so this class stores them; the time between the last sample of a thread and its
 * end is lost.
 */
final class ThreadTimes {

  private final ProcFile file;
  private final Path process;
  private final Set<ThreadRole> roles;

  /** The ticks of each thread by id and start time, since ids are reused. */
  private final Map<ThreadRole, Map<String, Long>> ticks = new EnumMap<>(ThreadRole.class);

  private final Map<ThreadRole, Long> before = new EnumMap<>(ThreadRole.class);

  /** Threads that are known to have another role, and are not read again. */
  private Set<String> others = Set.of();

  /**
   * @param process the process's folder in {@code /proc}
   * @param roles of the threads to watch
   */
  ThreadTimes(ProcFile file, Path process, Set<ThreadRole> roles) {
    this.file = file;
    this.process = process;
    this.roles = roles;
  }

  /**
   * Reads the threads of the roles, and each new thread once.
   *
   * @param unnamed the name of a thread before it sets its own: the name of the process
   */
  void sample(String unnamed) {
    Set<String> ids = new HashSet<>();
    for (String id : ProcFile.threads(process)) {
      if (others.contains(id)) {
        ids.add(id);
      } else {
        read(id).filter(thread -> !count(id, thread, unnamed)).ifPresent(thread -> ids.add(id));
      }
    }
    others = ids;
  }

  /** Counts a thread of the roles; false for one that need not be read again. */
  private boolean count(String id, CpuStat thread, String unnamed) {
    ThreadRole role = ThreadRole.of(thread.name());
    if (roles.contains(role)) {
      ticks
          .computeIfAbsent(role, r -> new HashMap<>())
          .put(id + " " + thread.startTicks(), thread.ticks());
      return true;
    }
    return thread.name().equals(unnamed);
  }

  private Optional<CpuStat> read(String id) {
    return CpuStat.parse(file.read(process.resolve("task").resolve(id).resolve("stat").toFile()));
  }

  /** Restarts at 0 from the last sample. */
  void restart() {
    ticks.keySet().forEach(role -> before.put(role, sum(role)));
  }

  /** CPU time since the restart or else the JVM's start; empty when no such thread was seen. */
  OptionalDouble seconds(ThreadRole role) {
    return ticks.containsKey(role)
        ? OptionalDouble.of(CpuStat.seconds(sum(role) - before.getOrDefault(role, 0L)))
        : OptionalDouble.empty();
  }

  private long sum(ThreadRole role) {
    return ticks.get(role).values().stream().mapToLong(Long::longValue).sum();
  }
}
