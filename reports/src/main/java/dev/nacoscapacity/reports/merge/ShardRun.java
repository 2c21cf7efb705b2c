package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * One of the runs to merge.
 *
 * @param judged the distributions of its judged window, by tag
 * @param windowBegan when its judged window did; empty when it has none, or does not tell
 */
record ShardRun(
    RunFolder folder,
    ShardNumber part,
    Map<String, Histogram> judged,
    Optional<Instant> windowBegan) {

  static ShardRun read(RunFolder folder) {
    Map<String, Histogram> judged = folder.judgedHistograms();
    Optional<Instant> windowBegan =
        folder.events().stream().filter(ShardRun::beginsWindow).map(Event::time).findFirst();
    ShardNumber part = ShardNumber.parse(folder.run().workload().shard());
    ShardRun shard = new ShardRun(folder, part, judged, windowBegan);
    boolean ours = shard.finished() && Files.exists(folder.path().resolve(RunFolder.JUDGED_HLOG));
    if (shard.lostRows() && !ours) {
      throw new RecordException(
          "%s cannot be merged: it has no %s; run it again with this version of the tool"
              .formatted(folder.path(), RunFolder.JUDGED_HLOG));
    }
    return shard;
  }

  /** Whether an event tells that a judged window begins. */
  static boolean beginsWindow(Event event) {
    return event.kind().equals(Event.PHASE) && Phases.MEASURE.equals(event.fields().get("phase"));
  }

  RunRecord run() {
    return folder.run();
  }

  /** Whether its process came to the end of its record. */
  boolean finished() {
    return run().generator() != null;
  }

  /** Whether its distributions are missing, as when its disk was full. */
  boolean lostRows() {
    return judged.isEmpty() && !run().operations().isEmpty();
  }

  Instant end() {
    return run().startedAt().plus(Duration.ofNanos((long) (run().durationSeconds() * 1e9)));
  }

  /** As it is called in messages. */
  String name() {
    return "shard " + part;
  }
}
