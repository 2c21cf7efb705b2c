package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Adds up the seconds of all shards. */
final class ShardSeconds {

  private final Map<Integer, RunSecond> latest = new TreeMap<>();

  /** The sum of each shard's figures since the last {@link #take}. */
  private final Map<Integer, RunStats> pending = new TreeMap<>();

  private String phase = Phases.RAMP;

  void add(int shard, RunSecond second) {
    latest.put(shard, second);
    pending.merge(
        shard,
        second.stats(),
        (before, next) -> {
          before.append(next);
          return before;
        });
  }

  /** Removes an exited shard; its figures since the last {@link #take} are kept. */
  void remove(int shard) {
    latest.remove(shard);
  }

  /** Whether some, but not all running shards have sent a second since the last {@link #take}. */
  boolean isPartial() {
    return !pending.isEmpty() && !isDue();
  }

  /** Whether each running shard has sent a second since the last {@link #take}. */
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
    // All shards begin the measurement window at the same moment, but may report it one after the
    // other.
    phase = latest.values().stream().map(RunSecond::phase).findFirst().orElse(phase);
    return new RunSecond(
        at,
        phase,
        latest.values().stream().mapToDouble(RunSecond::remainingSeconds).max().orElse(0),
        sum(RunSecond::completed),
        sum(RunSecond::instances),
        sum(RunSecond::connections),
        stats);
  }

  private int sum(ToIntFunction<RunSecond> figure) {
    return latest.values().stream().mapToInt(figure).sum();
  }
}
