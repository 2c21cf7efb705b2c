package dev.nacoscapacity.core.merge;

import static dev.nacoscapacity.core.text.Arguments.with;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Merges the runs of several processes that shared one fleet, on one or several machines, into one
 * run with one verdict. A shard without a final record, because its process died, contributes the
 * rows that it wrote. A shard whose disk was full contributes the figures of its record. In both
 * cases the merged run counts as interrupted.
 */
public final class ShardedRun {

  private static final String WHOLE_FLEET = "1/1";

  private final List<ShardRun> shards;
  private final CommonWindow window;
  private final Instant start;

  private ShardedRun(List<ShardRun> shards, CommonWindow window, Instant start) {
    this.shards = shards;
    this.window = window;
    this.start = start;
  }

  /**
   * Reads the runs of a whole fleet.
   *
   * @param folders one for each run, in any order
   * @throws RecordException when a folder cannot be read, or the runs are not the shards of one
   *     fleet: one is missing or duplicate, they differ in a setting, or their measurement windows
   *     do not overlap
   */
  public static ShardedRun open(List<Path> folders) {
    List<ShardRun> shards =
        folders.stream()
            .map(RunFolder::open)
            .map(ShardRun::read)
            .sorted(Comparator.comparingInt(shard -> shard.number().index()))
            .toList();
    FleetMerge.require(shards);
    Instant first = shards.stream().map(s -> s.run().startedAt()).min(Instant::compareTo).get();
    return new ShardedRun(shards, CommonWindow.of(shards), first);
  }

  /**
   * The bounds that the runs were judged by; the defaults when no run has a verdict.
   *
   * @throws RecordException when the runs have different bounds
   */
  public Criteria criteria() {
    List<Criteria> all =
        shards.stream()
            .map(shard -> shard.run().verdict())
            .filter(Objects::nonNull)
            .map(Verdict::criteria)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (all.size() > 1) {
      throw new RecordException(
          "the shards were judged by different bounds: run them with the same --threshold");
    }
    return all.isEmpty() ? Criteria.defaults() : all.get(0);
  }

  /**
   * Merges the runs into a new folder. The measurement window is the intersection of the windows of
   * all shards; windows that began within a few seconds of each other count as one.
   *
   * @param folder created when absent; must be empty
   * @param criteria to judge by
   * @return the record, with its verdict
   * @throws RecordException when the rows of a shard cannot be read, or the folder is not empty or
   *     cannot be written
   */
  public RunRecord mergeInto(Path folder, Criteria criteria) {
    Map<String, ShardResult> finished = new LinkedHashMap<>();
    shards.stream()
        .filter(ShardRun::finished)
        .forEach(shard -> finished.put(shard.name(), shard.result()));
    RunRecord begun = begun();
    try (Recorder recorder = Recorder.open(folder, begun)) {
      new MergedSeconds(window.start(), this::sinceStart).addTo(recorder, shards);
      servers().forEach(recorder::server);
      events().forEach(recorder::event);
      ShardResult merged = MergedFigures.merge(begun, finished, shards.size());
      if (!finished.isEmpty()) {
        double from = sinceStart(window.start());
        recorder.measured(from, from + window.seconds(), merged.measured());
      }
      RunRecord run =
          merged
              .run()
              .with()
              .windowSeconds(window.seconds())
              .interrupted(
                  merged.run().interrupted()
                      || shards.stream().anyMatch(ShardRun::lostDistributions))
              .notes(begun.notes())
              .build();
      RunRecord judged = run.withVerdict(Judge.standard().judge(run, criteria));
      recorder.finish(judged);
      return judged;
    }
  }

  private RunRecord begun() {
    RunRecord first = shards.get(0).run();
    Instant end = shards.stream().map(ShardRun::end).max(Instant::compareTo).get();
    return RunRecord.builder(
            first.tool(),
            start,
            first.target(),
            FleetMerge.workload(shards, WHOLE_FLEET),
            first.machine())
        .durationSeconds(sinceStart(end))
        .windowSeconds(window.seconds())
        .notes(notes())
        .remarks(first.remarks())
        .build();
  }

  private double sinceStart(Instant moment) {
    return Duration.between(start, moment).toNanos() / 1e9;
  }

  private List<Message> notes() {
    Map<String, RunRecord> runs = new LinkedHashMap<>();
    shards.forEach(shard -> runs.put(shard.name(), shard.run()));
    List<Message> notes = new ArrayList<>(window.notes());
    long finished = shards.stream().filter(ShardRun::finished).count();
    notes.addAll(MergedFigures.notes(runs, (int) finished));
    for (ShardRun shard : shards) {
      if (!shard.finished()) {
        notes.add(Message.of("note.shardDied", with("shard", shard.name())));
      }
      if (shard.lostDistributions()) {
        notes.add(
            Message.of(
                "note.shardLost",
                with("shard", shard.name()).and("file", RunFolder.MEASURED_HLOG)));
      }
    }
    return notes;
  }

  /**
   * Takes the rows of each node from the shard with the most rows, since all shards watched the
   * same process.
   */
  private List<ServerRow> servers() {
    Map<String, List<ServerRow>> most = new LinkedHashMap<>();
    for (ShardRun shard : shards) {
      shard.folder().serverRows().stream()
          .collect(groupingBy(ServerRow::node, LinkedHashMap::new, toList()))
          .forEach((node, rows) -> most.merge(node, rows, (a, b) -> b.size() > a.size() ? b : a));
    }
    return most.values().stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(ServerRow::time))
        .map(row -> row.withSeconds(sinceStart(row.time())))
        .toList();
  }

  /**
   * A phase begins when the first shard begins it; the measurement window begins with the common
   * window. All other events get the number of their shard.
   */
  private List<Event> events() {
    List<Event> all = new ArrayList<>();
    for (ShardRun shard : shards) {
      for (Event event : shard.folder().events()) {
        Map<String, Object> fields = new LinkedHashMap<>(event.fields());
        if (!event.kind().equals(Event.PHASE)) {
          fields.put("shard", shard.number().toString());
        }
        boolean early = ShardRun.beginsWindow(event) && event.time().isBefore(window.start());
        Instant time = early ? window.start() : event.time();
        all.add(new Event(time, sinceStart(time), event.kind(), fields));
      }
    }
    all.sort(Comparator.comparing(Event::time));
    Set<Object> begun = new HashSet<>();
    all.removeIf(e -> e.kind().equals(Event.PHASE) && !begun.add(e.fields().get("phase")));
    return all;
  }
}
