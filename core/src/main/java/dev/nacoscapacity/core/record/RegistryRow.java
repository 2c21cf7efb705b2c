package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one node listed of the fleet in one second: a row of {@code registry.csv}. An empty cell is
 * unknown.
 *
 * @param time end of the second
 * @param seconds end of the second, since the run began
 */
public record RegistryRow(Instant time, double seconds, String node, RegistryStats stats) {

  static final List<String> COLUMNS =
      Stream.concat(
              Stream.of("time", "seconds", "node"),
              Stream.of(RegistryCount.values()).map(RegistryCount::column))
          .toList();

  static RegistryRow read(Map<String, String> cells) {
    RegistryStats stats = new RegistryStats();
    stats.read(cells);
    return new RegistryRow(
        Instant.parse(cells.get("time")),
        Double.parseDouble(cells.get("seconds")),
        cells.get("node"),
        stats);
  }

  Map<String, Object> cells() {
    Map<String, Object> cells = new HashMap<>(stats.columns());
    cells.put("time", time);
    cells.put("seconds", seconds);
    cells.put("node", node);
    return cells;
  }
}
