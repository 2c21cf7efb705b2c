package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * One operation in one second: a row of {@code intervals.csv}.
 *
 * @param time end of the second
 * @param seconds end of the second, since the run began
 * @param phase one of {@link Phases}
 * @param stats the counts; a row read from a file has no distributions and no failure reasons
 * @param p50Ms median latency of the calls that ended in the second; absent when none did, like the
 *     next two
 */
public record OperationRow(
    Instant time,
    double seconds,
    String phase,
    String operation,
    OperationStats stats,
    Double p50Ms,
    Double p99Ms,
    Double maxMs) {

  static final List<String> COLUMNS =
      Stream.of(
              Stream.of("time", "seconds", "phase", "operation"),
              Stream.of(OperationCount.values()).map(OperationCount::column),
              Stream.of("p50Ms", "p99Ms", "maxMs"))
          .flatMap(columns -> columns)
          .toList();

  static OperationRow of(
      Instant time, double seconds, String phase, String operation, OperationStats stats) {
    Histogram latency = stats.histogram(LatencyPart.LATENCY);
    boolean ended = latency.getTotalCount() > 0;
    return new OperationRow(
        time,
        seconds,
        phase,
        operation,
        stats,
        ended ? latency.getValueAtPercentile(50) / 1e3 : null,
        ended ? latency.getValueAtPercentile(99) / 1e3 : null,
        ended ? latency.getMaxValue() / 1e3 : null);
  }

  static OperationRow read(Map<String, String> cells) {
    OperationStats stats = new OperationStats();
    stats.read(cells);
    return new OperationRow(
        Instant.parse(cells.get("time")),
        Double.parseDouble(cells.get("seconds")),
        cells.get("phase"),
        cells.get("operation"),
        stats,
        CsvFile.decimal(cells.get("p50Ms")),
        CsvFile.decimal(cells.get("p99Ms")),
        CsvFile.decimal(cells.get("maxMs")));
  }

  Map<String, Object> cells() {
    Map<String, Object> cells = new HashMap<>();
    cells.put("time", time);
    cells.put("seconds", seconds);
    cells.put("phase", phase);
    cells.put("operation", operation);
    for (OperationCount figure : OperationCount.values()) {
      cells.put(figure.column(), stats.count(figure));
    }
    cells.put("p50Ms", p50Ms);
    cells.put("p99Ms", p99Ms);
    cells.put("maxMs", maxMs);
    return cells;
  }
}
