package dev.nacoscapacity.core.merge;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.workload.Shard;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A recorded run to merge. All moments but those of its files are of one clock for all shards.
 *
 * @param lostDistributions whether its distributions are missing, for example because the disk was
 *     full, or cut off: the scheduler's lag stands behind those of the operations
 * @param ahead what to take from its clock's moments to get those of the first shard's
 * @param windowBegan when its measurement window began; empty when the run has no window, or did
 *     not record its start
 */
record ShardRun(
    RunFolder folder, boolean lostDistributions, Duration ahead, Optional<Instant> windowBegan) {

  /**
   * @param measured figures of its window, which are not kept
   */
  static ShardRun of(RunFolder folder, RunStats measured, Duration ahead) {
    Optional<Instant> windowBegan =
        folder.events().stream()
            .filter(ShardRun::beginsWindow)
            .map(event -> event.time().minus(ahead))
            .findFirst();
    ShardRun shard =
        new ShardRun(folder, lostDistributions(folder.run(), measured), ahead, windowBegan);
    boolean hasDistributions =
        shard.finished() && Files.exists(folder.path().resolve(RunFolder.MEASURED_HLOG));
    if (shard.lostDistributions() && !hasDistributions) {
      throw new RecordException(
          "%s cannot be merged: it has no %s; run it again with this version of the tool"
              .formatted(folder.path(), RunFolder.MEASURED_HLOG));
    }
    return shard;
  }

  private static boolean lostDistributions(RunRecord run, RunStats measured) {
    boolean hadLag = run.generator() != null && run.generator().delays().lagMs() != null;
    return measured.hasNoDistribution()
        || hadLag && measured.histogram(FleetDuration.SCHEDULER_LAG).getTotalCount() == 0;
  }

  /** Whether an event is the start of a measurement window. */
  static boolean beginsWindow(Event event) {
    return event.kind().equals(Event.PHASE) && Phases.MEASURE.equals(event.fields().get("phase"));
  }

  Shard number() {
    return run().workload().population().shard();
  }

  RunRecord run() {
    return folder.run();
  }

  /** Whether its process finished the record. */
  boolean finished() {
    return run().generator() != null;
  }

  /** A moment of its files, by the common clock. */
  Instant at(Instant moment) {
    return moment.minus(ahead);
  }

  Instant begin() {
    return at(run().startedAt());
  }

  Instant end() {
    return begin().plus(Duration.ofNanos((long) (run().durationSeconds() * 1e9)));
  }

  /** Its name in messages. */
  String name() {
    return "shard " + number();
  }
}
