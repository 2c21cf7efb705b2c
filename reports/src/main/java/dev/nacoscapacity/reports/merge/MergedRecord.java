package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Pushes;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** The figures of several shards as those of one run. */
final class MergedRecord {

  private static final Histogram NOTHING = new Histogram(3);

  private MergedRecord() {}

  static RunRecord of(List<ShardRun> shards, String whole, CommonWindow window, Instant start) {
    List<ShardRun> finished = shards.stream().filter(ShardRun::finished).toList();
    List<RunRecord> runs = finished.stream().map(ShardRun::run).toList();
    Map<String, Histogram> judged = judged(shards);
    RunRecord first = shards.get(0).run();
    Instant end = shards.stream().map(ShardRun::end).max(Instant::compareTo).get();
    return RunRecord.builder(
            first.tool(), start, first.target(), OneFleet.workload(shards, whole), first.machine())
        .durationSeconds(Duration.between(start, end).toNanos() / 1e9)
        .windowSeconds(window.seconds())
        .interrupted(
            shards.stream().anyMatch(shard -> shard.run().interrupted() || shard.lostRows()))
        .guardStop(first(runs, RunRecord::guardStop))
        .generatorStop(first(runs, RunRecord::generatorStop))
        .generator(runs.isEmpty() ? null : MergedGenerator.of(runs, judged))
        .operations(operations(runs, judged))
        .pushes(Pushes.ofMicros(judged.getOrDefault(Recorder.PUSHES, NOTHING)))
        .registry(MergedRegistry.of(runs, judged))
        .servers(servers(runs))
        .notes(notes(shards, window))
        .build();
  }

  private static String first(List<RunRecord> runs, Function<RunRecord, String> reason) {
    return runs.stream().map(reason).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /** The distributions of all shards that have any, by tag. */
  static Map<String, Histogram> judged(List<ShardRun> shards) {
    Map<String, Histogram> merged = new TreeMap<>();
    for (ShardRun shard : shards) {
      shard
          .judged()
          .forEach(
              (tag, part) ->
                  merged
                      .computeIfAbsent(
                          tag, t -> new Histogram(part.getNumberOfSignificantValueDigits()))
                      .add(part));
    }
    return merged;
  }

  private static Map<String, OperationResult> operations(
      List<RunRecord> runs, Map<String, Histogram> judged) {
    Set<String> names = new LinkedHashSet<>();
    runs.forEach(run -> names.addAll(run.operations().keySet()));
    Map<String, OperationResult> merged = new LinkedHashMap<>();
    for (String name : names) {
      merged.put(
          name,
          operation(
              name,
              runs.stream().map(r -> r.operations().get(name)).filter(Objects::nonNull).toList(),
              judged));
    }
    return merged;
  }

  private static OperationResult operation(
      String name, List<OperationResult> parts, Map<String, Histogram> judged) {
    Map<String, Long> failed = new TreeMap<>();
    parts.forEach(part -> part.failed().forEach((why, n) -> failed.merge(why, n, Long::sum)));
    return OperationResult.ofMicros(
        parts.stream().mapToLong(OperationResult::required).sum(),
        parts.stream().mapToLong(OperationResult::ok).sum(),
        failed,
        parts.stream().mapToLong(OperationResult::missed).sum(),
        parts.stream().mapToLong(OperationResult::rerouted).sum(),
        judged.getOrDefault(name + ".latency", NOTHING),
        judged.getOrDefault(name + ".retries", NOTHING),
        judged.getOrDefault(name + ".poolWait", NOTHING),
        judged.getOrDefault(name + ".service", NOTHING));
  }

  /** Several shards watched the same nodes, so nothing is added up: the one that saw most tells. */
  private static Map<String, Server> servers(List<RunRecord> runs) {
    Map<String, Server> merged = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      run.servers().forEach((node, seen) -> merged.merge(node, seen, MergedRecord::theMoreTelling));
    }
    return merged;
  }

  private static Server theMoreTelling(Server one, Server other) {
    return one.userCpuSeconds() == null && other.userCpuSeconds() != null ? other : one;
  }

  /**
   * What all shards that came to their end note is noted once, anything else with the shard's name.
   */
  private static List<String> notes(List<ShardRun> shards, CommonWindow window) {
    Map<String, List<String>> by = new LinkedHashMap<>();
    for (ShardRun shard : shards) {
      shard.run().notes().stream()
          .distinct()
          .forEach(note -> by.computeIfAbsent(note, n -> new ArrayList<>()).add(shard.name()));
      if (!shard.finished()) {
        by.put(shard.name() + " left no record: its process died", List.of());
      }
      if (shard.lostRows()) {
        by.put(
            "%s lost what it wrote to %s: percentiles are without its calls"
                .formatted(shard.name(), RunFolder.JUDGED_HLOG),
            List.of());
      }
    }
    long finished = shards.stream().filter(ShardRun::finished).count();
    List<String> notes = new ArrayList<>(window.notes());
    by.forEach(
        (note, who) -> {
          boolean common = who.isEmpty() || who.size() == finished;
          notes.add(common ? note : String.join(", ", who) + ": " + note);
        });
    return notes;
  }
}
