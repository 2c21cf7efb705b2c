package dev.nacoscapacity.core.merge;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.workload.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Waits for the shards of a fleet whose records appear in folders that several machines share. */
public final class AwaitedShards {

  /** A shard that writes nothing for so long is dead: a run writes each second. */
  static final Duration DEAD = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofSeconds(1);

  /** What a folder's files were like, and since when, in the nanoseconds of the time. */
  private record State(long fingerprint, long since) {}

  private final List<Path> given;
  private final Time time;
  private final Map<Path, State> states = new HashMap<>();

  private AwaitedShards(List<Path> given, Time time) {
    this.given = List.copyOf(given);
    this.time = time;
  }

  /**
   * The folders of a fleet's shards: those given, and where one is no run, the shards' runs in it.
   *
   * @throws RecordException when a folder has no run
   */
  public static List<Path> in(List<Path> given) {
    return given.stream()
        .flatMap(
            each -> {
              List<Path> runs = RunFolder.runsIn(each);
              return runs.equals(List.of(each))
                  ? runs.stream()
                  : runs.stream().filter(run -> !shard(run).equals(Shard.WHOLE));
            })
        .toList();
  }

  private static Shard shard(Path run) {
    return RunFolder.open(run).run().workload().population().shard();
  }

  /**
   * The same once every shard has finished, or is dead; or after a time, whatever is there then.
   *
   * @throws RecordException when a folder has no run then
   */
  public static List<Path> await(List<Path> given, Duration atMost, Time time) {
    AwaitedShards shards = new AwaitedShards(given, time);
    long deadline = time.nanos() + atMost.toNanos();
    try {
      while (!shards.complete() && time.nanos() - deadline < 0) {
        time.sleep(POLL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return in(given);
  }

  private boolean complete() {
    Set<Integer> ended = new HashSet<>();
    int count = 1;
    try {
      for (Path folder : in(given)) {
        RunFolder run = RunFolder.open(folder);
        Shard shard = run.run().workload().population().shard();
        count = shard.count();
        if (run.run().generator() != null || isDead(folder)) {
          ended.add(shard.index());
        }
      }
    } catch (RecordException | IOException e) {
      // Its folder or its first file is yet to come, or is just being written.
      return false;
    }
    return ended.size() == count;
  }

  /** By its sizes and this machine's clock, since the clocks of others may be off. */
  private boolean isDead(Path folder) throws IOException {
    long fingerprint = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        fingerprint += Files.size(file) + 31 * Files.getLastModifiedTime(file).toMillis();
      }
    }
    State before = states.get(folder);
    if (before == null || before.fingerprint() != fingerprint) {
      states.put(folder, new State(fingerprint, time.nanos()));
      return false;
    }
    return time.nanos() - before.since() >= DEAD.toNanos();
  }
}
