package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.ServerRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The seconds and events of several shards as those of one run. */
final class MergedRows {

  private final List<ShardRun> shards;
  private final CommonWindow window;
  private final Instant start;
  private final List<Event> others;

  /**
   * @param start when the merged run began
   * @param others events that are of no shard
   */
  MergedRows(List<ShardRun> shards, CommonWindow window, Instant start, List<Event> others) {
    this.shards = shards;
    this.window = window;
    this.start = start;
    this.others = others;
  }

  void addTo(Recorder recorder) {
    CommonSeconds seconds = CommonSeconds.of(shards);
    new MergedIntervals(shards, seconds, this::sinceStart).addTo(recorder);
    new MergedRegistryRows(shards, seconds, this::sinceStart).addTo(recorder);
    servers().forEach(recorder::server);
    events().forEach(recorder::event);
    double from = sinceStart(window.start());
    double to = from + window.seconds();
    MergedRecord.judged(shards).forEach((tag, micros) -> recorder.judged(tag, from, to, micros));
    recorder.flush();
  }

  private double sinceStart(Instant moment) {
    return Duration.between(start, moment).toNanos() / 1e9;
  }

  /** Of each node, the rows of the shard that has most of them: all watched the same process. */
  private List<ServerRow> servers() {
    Map<String, List<ServerRow>> most = new LinkedHashMap<>();
    for (ShardRun shard : shards) {
      Map<String, List<ServerRow>> own = new LinkedHashMap<>();
      shard
          .folder()
          .serverRows()
          .forEach(row -> own.computeIfAbsent(row.node(), n -> new ArrayList<>()).add(row));
      own.forEach((node, rows) -> most.merge(node, rows, (a, b) -> b.size() > a.size() ? b : a));
    }
    return most.values().stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(ServerRow::time))
        .map(row -> row.at(sinceStart(row.time())))
        .toList();
  }

  /**
   * A phase begins when the first shard begins it, but the judged window when that of all does; all
   * else is told with the shard's name.
   */
  private List<Event> events() {
    List<Event> all = new ArrayList<>(others);
    for (ShardRun shard : shards) {
      for (Event event : shard.folder().events()) {
        Map<String, Object> fields = new LinkedHashMap<>(event.fields());
        if (!event.kind().equals(Event.PHASE)) {
          fields.put("shard", shard.part().toString());
        }
        Instant time = ShardRun.beginsWindow(event) ? windowTime(event.time()) : event.time();
        all.add(new Event(time, sinceStart(time), event.kind(), fields));
      }
    }
    all.sort(Comparator.comparing(Event::time));
    Set<Object> begun = new HashSet<>();
    all.removeIf(e -> e.kind().equals(Event.PHASE) && !begun.add(e.fields().get("phase")));
    return all;
  }

  private Instant windowTime(Instant own) {
    return own.isBefore(window.start()) ? window.start() : own;
  }
}
