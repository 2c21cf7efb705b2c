package dev.nacoscapacity.core.merge;

import static dev.nacoscapacity.core.text.Arguments.with;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Workload;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Merges the runs of several processes that shared one fleet, on one or several machines, into one
 * run with one verdict. A shard without a final record, because its process died, contributes the
 * rows that it wrote. A shard whose disk was full contributes the figures of its record, one that
 * is missing nothing. In these cases the merged run counts as interrupted.
 *
 * <p>Distributions are added up as they are read, so those of one shard are in memory at a time.
 */
public final class ShardedRun {

  private static final String WHOLE_FLEET = "1/1";

  /** A clock that is off by more is worth a note, in seconds. */
  private static final double NOTED_SKEW = 1;

  private final List<ShardRun> shards;
  private final RunStats measured;
  private final List<Shard> missing;
  private final CommonWindow window;
  private final Instant start;

  private ShardedRun(List<ShardRun> shards, RunStats measured) {
    this.shards = shards;
    this.measured = measured;
    this.missing = FleetMerge.require(shards);
    this.window = CommonWindow.of(shards);
    this.start = shards.stream().map(ShardRun::begin).min(Instant::compareTo).orElseThrow();
  }

  /**
   * Reads the runs of a fleet. Where their records tell how far clocks were apart, moments are
   * those of the first shard's clock.
   *
   * @param folders one for each run, in any order
   * @throws RecordException when a folder cannot be read, or the runs are not the shards of one
   *     fleet: one is duplicate, they differ in a setting, or their measurement windows do not
   *     overlap
   */
  public static ShardedRun open(List<Path> folders) {
    List<RunFolder> runs =
        folders.stream()
            .map(RunFolder::open)
            .sorted(
                Comparator.comparingInt(run -> run.run().workload().population().shard().index()))
            .toList();
    if (runs.isEmpty()) {
      throw new RecordException("nothing to merge: name the folders of a fleet's shards");
    }
    double common = runs.stream().flatMap(run -> offsetMs(run).stream()).findFirst().orElse(0.0);
    Optional<RunStats> sum = Optional.empty();
    List<ShardRun> shards = new ArrayList<>();
    for (RunFolder run : runs) {
      RunStats own = MeasuredRun.read(run).measured();
      double ahead = common - offsetMs(run).orElse(common);
      ShardRun shard = ShardRun.of(run, own, Duration.ofNanos(Math.round(ahead * 1e6)));
      shards.add(shard);
      if (shard.finished()) {
        sum = Optional.of(sum.map(before -> RunStats.sum(List.of(before, own))).orElse(own));
      }
    }
    return new ShardedRun(shards, sum.orElseGet(() -> new RunStats(List.of())));
  }

  /** How far the registry's clock is ahead of a shard's; empty when unknown. */
  private static Optional<Double> offsetMs(RunFolder run) {
    return Optional.ofNullable(run.run().machine())
        .map(Machine::clock)
        .map(Machine.Clock::offsetMs);
  }

  /** The settings of a shard that those of all shards of its fleet have to equal, by name. */
  public static Map<String, String> commonSettings(Workload workload) {
    Map<String, String> settings = new TreeMap<>();
    FleetMerge.common(workload)
        .properties()
        .forEach(field -> settings.put(field.getKey(), field.getValue().toString()));
    return settings;
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
    Map<String, RunRecord> finished = new LinkedHashMap<>();
    shards.stream()
        .filter(ShardRun::finished)
        .forEach(shard -> finished.put(shard.name(), shard.run()));
    RunRecord begun = begun();
    try (Recorder recorder = Recorder.open(folder, begun)) {
      new MergedSeconds(window.start(), this::sinceStart).addTo(recorder, shards);
      servers().forEach(recorder::server);
      events().forEach(recorder::event);
      MeasuredRun merged = MergedFigures.merge(begun, finished, measured, shards.size());
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
                      || !missing.isEmpty()
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
            first.machine() == null ? null : first.machine().withClock(null))
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
    if (!missing.isEmpty()) {
      notes.add(
          Message.of(
              "note.shardMissing",
              with("missing", missing.stream().map(Shard::index).toList())
                  .and("count", missing.get(0).count())));
    }
    for (ShardRun shard : shards) {
      double apart = Math.abs(shard.ahead().toMillis() / 1e3);
      if (apart > NOTED_SKEW) {
        notes.add(
            Message.of(
                "note.clockApart",
                with("shard", shard.name())
                    .and("seconds", apart)
                    .and("first", shards.get(0).name())));
      }
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
          .map(row -> row.withTime(shard.at(row.time())))
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
        Instant own = shard.at(event.time());
        boolean early = ShardRun.beginsWindow(event) && own.isBefore(window.start());
        Instant time = early ? window.start() : own;
        all.add(new Event(time, sinceStart(time), event.kind(), fields));
      }
    }
    all.sort(Comparator.comparing(Event::time));
    Set<Object> begun = new HashSet<>();
    all.removeIf(e -> e.kind().equals(Event.PHASE) && !begun.add(e.fields().get("phase")));
    return all;
  }
}
