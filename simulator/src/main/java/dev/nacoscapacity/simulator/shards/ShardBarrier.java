package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The barrier of a shard whose coordinator is elsewhere: reports that the shard has reached a step,
 * and waits for the release.
 */
final class ShardBarrier implements Barrier {

  private final ShardLink link;
  private final Set<Step> reported = EnumSet.noneOf(Step.class);
  private final Map<Step, ShardMessage.Go> released = new ConcurrentHashMap<>();

  ShardBarrier(ShardLink link) {
    this.link = link;
  }

  /** Takes a release by the coordinator; any thread may call. */
  void release(ShardMessage.Go go) {
    released.put(go.step(), go);
  }

  @Override
  public Optional<Go> pass(Step step, boolean well) {
    if (reported.add(step)) {
      link.send(new ShardMessage.Arrived(step, well));
    }
    return Optional.ofNullable(released.get(step)).map(go -> new Go(go.well(), nanoTime(go.at())));
  }

  private static long nanoTime(Instant moment) {
    return System.nanoTime() + Duration.between(Instant.now(), moment).toNanos();
  }
}
