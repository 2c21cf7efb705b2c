package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.stats.StatsCodec;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The seconds of all workers as one: each worker's part of the fleet, added up. */
final class WorkerSeconds {

  private final Map<Integer, WorkerMessage.Second> latest = new TreeMap<>();

  /** What each has counted since the last {@link #take}. */
  private final Map<Integer, RunStats> fresh = new TreeMap<>();

  private String phase = Phases.RAMP;

  void add(int worker, WorkerMessage.Second second) {
    latest.put(worker, second);
    RunStats stats = StatsCodec.decode(second.stats());
    fresh.merge(
        worker,
        stats,
        (before, next) -> {
          before.append(next);
          return before;
        });
  }

  /** What a worker showed last no longer holds; what it has counted since the last second does. */
  void gone(int worker) {
    latest.remove(worker);
  }

  /** Whether each worker that is left has sent a second since the last {@link #take}. */
  boolean isDue() {
    return !fresh.isEmpty() && fresh.keySet().containsAll(latest.keySet());
  }

  /**
   * Everything since the last time; {@link #isDue} must be true.
   *
   * @param at since the run began
   */
  RunSecond take(double at) {
    RunStats stats = RunStats.sum(List.copyOf(fresh.values()));
    fresh.clear();
    int done = 0;
    int instances = 0;
    int connections = 0;
    double remaining = 0;
    // All begin the measurement window at the same moment, and may tell of it one after the other.
    phase = latest.values().stream().map(WorkerMessage.Second::phase).findFirst().orElse(phase);
    for (WorkerMessage.Second second : latest.values()) {
      done += second.done();
      instances += second.instances();
      connections += second.connections();
      remaining = Math.max(remaining, second.remainingSeconds());
    }
    return new RunSecond(at, phase, remaining, done, instances, connections, stats);
  }
}
