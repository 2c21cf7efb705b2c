package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor time of this process by role of its threads, without the time of an ended thread after
 * its last sample.
 */
final class ThreadTimes {

  private final Path self;
  private final ProcFile file = new ProcFile();
  private final Map<ThreadRole, Long> ticks = new EnumMap<>(ThreadRole.class);
  private Map<String, CpuStat> threads = Map.of();

  ThreadTimes(Path proc) {
    this.self = proc.resolve("self");
  }

  /** Adds what each thread has used since the last sample. */
  void sample() {
    Map<String, CpuStat> now = new HashMap<>();
    for (String id : ProcFile.threads(self)) {
      CpuStat thread =
          CpuStat.parse(file.read(self.resolve("task").resolve(id).resolve("stat").toFile()));
      if (thread == null) {
        continue;
      }
      now.put(id, thread);
      ticks.merge(ThreadRole.of(thread.name()), thread.ticks() - before(id, thread), Long::sum);
    }
    threads = now;
  }

  /** Restarts at 0. */
  void restart() {
    sample();
    ticks.clear();
  }

  double seconds(ThreadRole role) {
    return CpuStat.seconds(ticks.getOrDefault(role, 0L));
  }

  private long before(String id, CpuStat thread) {
    CpuStat before = threads.get(id);
    return before == null || before.startTicks() != thread.startTicks() ? 0 : before.ticks();
  }
}
