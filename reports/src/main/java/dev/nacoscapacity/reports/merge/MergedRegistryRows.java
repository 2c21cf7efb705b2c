package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RegistryRow;
import java.time.Instant;
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

  private record Cell(ShardNumber shard, String node) {}

  private final Map<Cell, TreeMap<Integer, RegistryRow>> cells = new LinkedHashMap<>();
  private final TreeSet<Integer> all = new TreeSet<>();

  MergedRegistryRows(
      List<ShardRun> shards, CommonSeconds seconds, ToDoubleFunction<Instant> sinceStart) {
    for (ShardRun shard : shards) {
      for (RegistryRow row : shard.folder().registryRows()) {
        int second = seconds.of(row.time());
        all.add(second);
        cells
            .computeIfAbsent(new Cell(shard.part(), row.node()), c -> new TreeMap<>())
            .merge(second, row.at(sinceStart.applyAsDouble(row.time())), RegistryRow::worst);
      }
    }
  }

  void addTo(Recorder recorder) {
    for (int second : all) {
      Map<String, RegistryRow> byNode = new LinkedHashMap<>();
      cells.forEach(
          (cell, rows) -> {
            Map.Entry<Integer, RegistryRow> latest = rows.floorEntry(second);
            if (latest != null) {
              RegistryRow row =
                  second > rows.lastKey() ? ended(latest.getValue()) : latest.getValue();
              byNode.merge(cell.node(), row, RegistryRow::plus);
            }
          });
      byNode.values().forEach(recorder::registry);
    }
  }

  private static RegistryRow ended(RegistryRow last) {
    return new RegistryRow(
        last.time(),
        last.seconds(),
        last.node(),
        0,
        0,
        0,
        0,
        0,
        last.lost(),
        0,
        0,
        0,
        last.dropped());
  }
}
