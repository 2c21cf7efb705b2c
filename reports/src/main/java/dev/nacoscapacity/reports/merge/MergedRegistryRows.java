package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RegistryRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Rows of registry.csv, added up second by second. A row tells a state, so a second that a shard
 * has left out is as the one before it; once a shard has ended, only the beats that it lost remain.
 */
final class MergedRegistryRows {

  private record Cell(Part shard, String node) {}

  private final ToDoubleFunction<Instant> sinceStart;
  private final Map<Cell, TreeMap<Integer, RegistryRow>> cells = new LinkedHashMap<>();
  private final TreeSet<Integer> all = new TreeSet<>();

  MergedRegistryRows(
      List<Shard> shards, CommonSeconds seconds, ToDoubleFunction<Instant> sinceStart) {
    this.sinceStart = sinceStart;
    for (Shard shard : shards) {
      for (RegistryRow row : shard.folder().registryRows()) {
        int second = seconds.of(row.time());
        all.add(second);
        cells
            .computeIfAbsent(new Cell(shard.part(), row.node()), c -> new TreeMap<>())
            .merge(second, row, MergedRegistryRows::worse);
      }
    }
  }

  void addTo(Recorder recorder) {
    for (int second : all) {
      Map<String, List<RegistryRow>> byNode = new LinkedHashMap<>();
      cells.forEach(
          (cell, rows) -> {
            Map.Entry<Integer, RegistryRow> latest = rows.floorEntry(second);
            if (latest != null) {
              byNode
                  .computeIfAbsent(cell.node(), n -> new ArrayList<>())
                  .add(second > rows.lastKey() ? ended(latest.getValue()) : latest.getValue());
            }
          });
      byNode.values().forEach(rows -> recorder.registry(sum(rows)));
    }
  }

  private RegistryRow sum(List<RegistryRow> rows) {
    RegistryRow sum = rows.stream().reduce(MergedRegistryRows::sum).orElseThrow();
    return new RegistryRow(
        sum.time(),
        sinceStart.applyAsDouble(sum.time()),
        sum.node(),
        sum.expected(),
        sum.present(),
        sum.healthy(),
        sum.missing(),
        sum.unhealthy(),
        sum.lost(),
        sum.ghost(),
        sum.divergent(),
        sum.unknown(),
        sum.dropped());
  }

  private static RegistryRow sum(RegistryRow a, RegistryRow b) {
    return new RegistryRow(
        later(a, b),
        0,
        a.node(),
        a.expected() + b.expected(),
        a.present() + b.present(),
        a.healthy() + b.healthy(),
        a.missing() + b.missing(),
        a.unhealthy() + b.unhealthy(),
        a.lost() + b.lost(),
        a.ghost() + b.ghost(),
        a.divergent() + b.divergent(),
        a.unknown() + b.unknown(),
        a.dropped() + b.dropped());
  }

  /** Two rows of one shard that fell into one second. */
  private static RegistryRow worse(RegistryRow a, RegistryRow b) {
    return new RegistryRow(
        later(a, b),
        0,
        a.node(),
        Math.max(a.expected(), b.expected()),
        Math.min(a.present(), b.present()),
        Math.min(a.healthy(), b.healthy()),
        Math.max(a.missing(), b.missing()),
        Math.max(a.unhealthy(), b.unhealthy()),
        Math.max(a.lost(), b.lost()),
        Math.max(a.ghost(), b.ghost()),
        Math.max(a.divergent(), b.divergent()),
        Math.max(a.unknown(), b.unknown()),
        Math.max(a.dropped(), b.dropped()));
  }

  private static RegistryRow ended(RegistryRow last) {
    return new RegistryRow(
        last.time(), 0, last.node(), 0, 0, 0, 0, 0, last.lost(), 0, 0, 0, last.dropped());
  }

  private static Instant later(RegistryRow a, RegistryRow b) {
    return a.time().isAfter(b.time()) ? a.time() : b.time();
  }
}
