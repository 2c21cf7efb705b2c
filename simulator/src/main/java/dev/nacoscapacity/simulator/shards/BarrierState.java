package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tracks which workers have reached each step. */
final class BarrierState {

  /** Delay of a release. Workers check for it once a second; all must have received it by then. */
  static final Duration NOTICE = Duration.ofMillis(1500);

  private final int shards;
  private final Map<Barrier.Step, Map<Integer, Boolean>> steps = new EnumMap<>(Barrier.Step.class);

  BarrierState(int shards) {
    this.shards = shards;
  }

  /**
   * Records that a shard has reached a step.
   *
   * @return the arrival of all of them together; empty unless this shard was the last
   */
  Optional<ShardMessage.Arrived> come(int shard, ShardMessage.Arrived arrived) {
    Map<Integer, Boolean> byShard = steps.computeIfAbsent(arrived.step(), s -> new HashMap<>());
    boolean first = byShard.put(shard, arrived.well()) == null;
    if (!first || byShard.size() < shards) {
      return Optional.empty();
    }
    boolean allWell = byShard.values().stream().allMatch(well -> well);
    return Optional.of(new ShardMessage.Arrived(arrived.step(), allWell));
  }
}
