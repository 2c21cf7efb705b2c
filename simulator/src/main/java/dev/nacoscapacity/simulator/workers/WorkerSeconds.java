package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the seconds of all workers. */
final class WorkerSeconds {

  private final Map<Integer, WorkerMessage.Second> latest = new TreeMap<>();

  /** The sum of each worker's figures since the last {@link #take}. */
  private final Map<Integer, RunStats> pending = new TreeMap<>();

  private String phase = Phases.RAMP;

  void add(int worker, WorkerMessage.Second second) {
    latest.put(worker, second);
    RunStats stats = second.stats();
    pending.merge(
        worker,
        stats,
        (before, next) -> {
          before.append(next);
          return before;
        });
  }

  /** Removes an exited worker; its figures since the last {@link #take} are kept. */
  void remove(int worker) {
    latest.remove(worker);
  }

  /** Whether some, but not all running workers have sent a second since the last {@link #take}. */
  boolean isPartial() {
    return !pending.isEmpty() && !isDue();
  }

  /** Whether each running worker has sent a second since the last {@link #take}. */
  boolean isDue() {
    return !pending.isEmpty() && pending.keySet().containsAll(latest.keySet());
  }

  /**
   * Returns the sum since the last call; {@link #isDue} must be true.
   *
   * @param at seconds since the run began
   */
  RunSecond take(double at) {
    RunStats stats = RunStats.sum(List.copyOf(pending.values()));
    pending.clear();
    int completed = 0;
    int instances = 0;
    int connections = 0;
    double remaining = 0;
    // All workers begin the measurement window at the same moment, but may report it one after the
    // other.
    phase = latest.values().stream().map(WorkerMessage.Second::phase).findFirst().orElse(phase);
    for (WorkerMessage.Second second : latest.values()) {
      completed += second.done();
      instances += second.instances();
      connections += second.connections();
      remaining = Math.max(remaining, second.remainingSeconds());
    }
    return new RunSecond(at, phase, remaining, completed, instances, connections, stats);
  }
}
