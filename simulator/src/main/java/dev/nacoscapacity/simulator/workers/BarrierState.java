package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tracks which workers have reached each step, and releases all of them once the last one has. */
final class BarrierState {

  /** Delay of a release. Workers check for it once a second; all must have received it by then. */
  static final Duration NOTICE = Duration.ofMillis(1500);

  private final int workers;
  private final InstantSource clock;
  private final Map<Barrier.Step, Map<Integer, Boolean>> steps = new EnumMap<>(Barrier.Step.class);

  BarrierState(int workers, InstantSource clock) {
    this.workers = workers;
    this.clock = clock;
  }

  /**
   * Records that a worker has reached a step.
   *
   * @return the release to send to all workers; empty unless this worker was the last
   */
  Optional<WorkerMessage.Go> come(int worker, WorkerMessage.Arrived arrived) {
    Map<Integer, Boolean> byWorker = steps.computeIfAbsent(arrived.step(), s -> new HashMap<>());
    boolean first = byWorker.put(worker, arrived.well()) == null;
    if (!first || byWorker.size() < workers) {
      return Optional.empty();
    }
    boolean allWell = byWorker.values().stream().allMatch(well -> well);
    Instant at = clock.instant().plus(NOTICE);
    return Optional.of(new WorkerMessage.Go(arrived.step(), allWell, at));
  }
}
