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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Waits for the shards of a fleet whose records appear in folders that several machines share. What
 * had ended when the wait began is of an earlier run, unless its folder was given by its name.
 */
public final class AwaitedShards {

  /** A shard that writes nothing for so long is dead: a run writes each second. */
  static final Duration DEAD = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofSeconds(1);

  /** What a folder's files were like, and since when, in the nanoseconds of the time. */
  private record State(long fingerprint, long since) {}

  private final List<Path> given;
  private final Time time;
  private final Map<Path, State> states = new HashMap<>();

  /** The fingerprints of the runs that were there when the wait began. */
  private final Map<Path, Long> before = new HashMap<>();

  /** Those of them that had finished. */
  private final Set<Path> endedBefore = new HashSet<>();

  private AwaitedShards(List<Path> given, Time time) {
    this.given = List.copyOf(given);
    this.time = time;
  }

  /**
   * The folders of a fleet's shards: those given, and where one is no run, the shards' runs in it;
   * runs of whole fleets only where it has no others.
   *
   * @throws RecordException when a folder has no run
   */
  public static List<Path> in(List<Path> given) {
    return in(given, run -> true);
  }

  private static List<Path> in(List<Path> given, Predicate<Path> awaited) {
    return given.stream()
        .flatMap(
            each -> {
              List<Path> runs = RunFolder.runsIn(each);
              return runs.equals(List.of(each))
                  ? runs.stream()
                  : shards(runs.stream().filter(awaited).toList()).stream();
            })
        .toList();
  }

  private static List<Path> shards(List<Path> runs) {
    List<Path> parts = runs.stream().filter(run -> !shard(run).equals(Shard.WHOLE)).toList();
    return parts.isEmpty() ? runs : parts;
  }

  private static Shard shard(Path run) {
    return RunFolder.open(run).run().workload().population().shard();
  }

  /**
   * The shards that run or are yet to come, once each has finished or is dead, or once all that
   * came have and one was interrupted; or after a time, whatever is there then.
   *
   * @throws RecordException when all shards had finished before, or no run came
   */
  public static List<Path> await(List<Path> given, Duration atMost, Time time) {
    AwaitedShards shards = new AwaitedShards(given, time);
    shards.begin();
    long deadline = time.nanos() + atMost.toNanos();
    try {
      while (!shards.complete() && time.nanos() - deadline < 0) {
        time.sleep(POLL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Path> found = in(given, shards::isAwaited);
    if (found.isEmpty()) {
      throw new RecordException(
          "no shard came: the runs in %s had ended before; leave out --wait to merge those"
              .formatted(shards.names()));
    }
    return found;
  }

  private String names() {
    return given.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** Looks at what is there, and refuses a fleet that had ended as a whole. */
  private void begin() {
    for (Path each : given) {
      for (Path run : runsIn(each)) {
        before.put(run, fingerprint(run));
        if (hasFinished(run)) {
          endedBefore.add(run);
        }
      }
    }
    Map<Integer, Set<Integer>> ended = new HashMap<>();
    for (Path run : endedBefore) {
      Shard shard = shard(run);
      Set<Integer> alike = ended.computeIfAbsent(shard.count(), count -> new HashSet<>());
      alike.add(shard.index());
      // A run of a whole fleet in a folder may be of anything, such as an earlier merge.
      boolean ofFleet = !shard.equals(Shard.WHOLE) || given.contains(run);
      if (ofFleet && alike.size() == shard.count()) {
        throw new RecordException(
            "all shards in %s had ended before: leave out --wait, or give a new run a folder of its own"
                .formatted(names()));
      }
    }
  }

  private static List<Path> runsIn(Path folder) {
    try {
      return RunFolder.runsIn(folder).stream().filter(Files::isDirectory).toList();
    } catch (RecordException e) {
      // They are yet to come.
      return List.of();
    }
  }

  private static boolean hasFinished(Path run) {
    try {
      return RunFolder.open(run).run().generator() != null;
    } catch (RecordException e) {
      // It is just being written, or of a version that nobody can merge.
      return false;
    }
  }

  /** By the state in which the wait found it, since the clocks of others may be off. */
  private boolean isAwaited(Path run) {
    return !before.containsKey(run)
        || !endedBefore.contains(run) && before.get(run) != fingerprint(run);
  }

  private boolean complete() {
    Set<Integer> ended = new HashSet<>();
    int count = 1;
    boolean running = false;
    boolean interrupted = false;
    try {
      for (Path folder : in(given, this::isAwaited)) {
        if (Files.exists(folder)) {
          RunFolder run = RunFolder.open(folder);
          Shard shard = run.run().workload().population().shard();
          boolean finished = run.run().generator() != null;
          count = shard.count();
          if (finished || isDead(folder)) {
            ended.add(shard.index());
            interrupted |= !finished || run.run().interrupted();
          } else {
            running = true;
          }
        }
      }
    } catch (RecordException e) {
      // Its folder or its first file is yet to come, or is just being written.
      return false;
    }
    return ended.size() == count || interrupted && !running;
  }

  /** By its sizes and this machine's clock, since the clocks of others may be off. */
  private boolean isDead(Path folder) {
    long fingerprint = fingerprint(folder);
    State last = states.get(folder);
    if (last == null || last.fingerprint() != fingerprint) {
      states.put(folder, new State(fingerprint, time.nanos()));
      return false;
    }
    return time.nanos() - last.since() >= DEAD.toNanos();
  }

  private static long fingerprint(Path folder) {
    long fingerprint = 0;
    try (Stream<Path> files = Files.list(folder)) {
      // A page on its way to its name may be gone before it is measured.
      for (Path file : files.filter(each -> !each.toString().endsWith(".tmp")).toList()) {
        fingerprint += Files.size(file) + 31 * Files.getLastModifiedTime(file).toMillis();
      }
    } catch (IOException e) {
      throw RecordException.unreadable(folder, e);
    }
    return fingerprint;
  }
}
