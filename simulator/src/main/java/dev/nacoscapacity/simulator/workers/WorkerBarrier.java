package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Reports to the parent that this worker has reached a step, and polls for the release. */
final class WorkerBarrier implements Barrier {

  private final Consumer<WorkerMessage> toParent;
  private final Set<Step> reported = EnumSet.noneOf(Step.class);
  private final Map<Step, WorkerMessage.Go> released = new ConcurrentHashMap<>();

  WorkerBarrier(Consumer<WorkerMessage> toParent) {
    this.toParent = toParent;
  }

  /** Releases a step. Called on the thread that receives the parent's messages. */
  void open(WorkerMessage.Go go) {
    released.put(go.step(), go);
  }

  @Override
  public Optional<Go> pass(Step step, boolean well) {
    if (reported.add(step)) {
      toParent.accept(new WorkerMessage.Arrived(step, well));
    }
    return Optional.ofNullable(released.get(step)).map(go -> new Go(go.well(), nanoTime(go.at())));
  }

  private static long nanoTime(Instant moment) {
    return System.nanoTime() + Duration.between(Instant.now(), moment).toNanos();
  }
}
