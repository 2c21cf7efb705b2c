package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Records which workers have reached which step, and releases all when all have. */
final class BarrierState {

  /** Workers check for the message once a second; all must have received it by then. */
  static final Duration NOTICE = Duration.ofMillis(1500);

  private final int workers;
  private final InstantSource clock;
  private final Map<Barrier.Step, Map<Integer, Boolean>> come = new EnumMap<>(Barrier.Step.class);

  BarrierState(int workers, InstantSource clock) {
    this.workers = workers;
    this.clock = clock;
  }

  /**
   * A worker has reached a step.
   *
   * @return the message to all workers, if this one was the last
   */
  Optional<WorkerMessage.Go> come(int worker, WorkerMessage.Arrived arrived) {
    Map<Integer, Boolean> there = come.computeIfAbsent(arrived.step(), s -> new HashMap<>());
    boolean first = there.put(worker, arrived.well()) == null;
    if (!first || there.size() < workers) {
      return Optional.empty();
    }
    boolean allWell = there.values().stream().allMatch(well -> well);
    Instant at = clock.instant().plus(NOTICE);
    return Optional.of(new WorkerMessage.Go(arrived.step(), allWell, at));
  }
}
