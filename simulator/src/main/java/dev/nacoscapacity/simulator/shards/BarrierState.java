package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tracks which shards have reached each step, and releases all of them once the last one has. */
final class BarrierState {

  /** Delay of a release. Shards check for it once a second; all must have received it by then. */
  static final Duration NOTICE = Duration.ofMillis(1500);

  private final int shards;
  private final InstantSource clock;
  private final Map<Barrier.Step, Map<Integer, Boolean>> steps = new EnumMap<>(Barrier.Step.class);

  BarrierState(int shards, InstantSource clock) {
    this.shards = shards;
    this.clock = clock;
  }

  /**
   * Records that a shard has reached a step.
   *
   * @return the release to send to all shards; empty unless this shard was the last
   */
  Optional<ShardMessage.Go> come(int shard, ShardMessage.Arrived arrived) {
    Map<Integer, Boolean> byShard = steps.computeIfAbsent(arrived.step(), s -> new HashMap<>());
    boolean first = byShard.put(shard, arrived.well()) == null;
    if (!first || byShard.size() < shards) {
      return Optional.empty();
    }
    boolean allWell = byShard.values().stream().allMatch(well -> well);
    Instant at = clock.instant().plus(NOTICE);
    return Optional.of(new ShardMessage.Go(arrived.step(), allWell, at));
  }
}
