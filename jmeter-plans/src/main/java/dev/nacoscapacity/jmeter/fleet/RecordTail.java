package dev.nacoscapacity.jmeter.fleet;

import dev.nacoscapacity.jmeter.sampler.RunningShard.Line;
import dev.nacoscapacity.reports.record.RunFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Follows a run's record: each row of intervals.csv in which calls were due or ended becomes a
 * line, with its histogram when some ended, which latency.hlog has from the same flush. The newest
 * second is held back, since its histograms may still be on their way.
 */
final class RecordTail {

  /** Both files round to milliseconds. */
  private static final double SAME_SECOND = 0.05;

  private record Row(Map<String, String> fields) {
    private double seconds() {
      return Double.parseDouble(fields.get("seconds"));
    }

    private int number(String name) {
      return Integer.parseInt(fields.get(name));
    }

    /** Calls that were due count although none ended: that is how a stall looks. */
    private boolean tells() {
      return number("ok") + number("failed") + number("required") + number("missed") > 0;
    }
  }

  private record Distribution(double end, String encoded) {}

  private final GrowingFile intervals;
  private final GrowingFile histograms;
  private final String words;
  private final List<Row> held = new ArrayList<>();
  private final Map<String, List<Distribution>> distributions = new HashMap<>();
  private List<String> columns;

  /**
   * @param words what every line's message begins with
   */
  RecordTail(Path folder, String words) {
    this.intervals = new GrowingFile(folder.resolve(RunFolder.INTERVALS_CSV));
    this.histograms = new GrowingFile(folder.resolve(RunFolder.LATENCY_HLOG));
    this.words = words;
  }

  /**
   * What has come since the last time.
   *
   * @param over whether nothing more will come
   */
  List<Line> read(boolean over) throws IOException {
    for (String line : intervals.newLines()) {
      interval(line);
    }
    for (String line : histograms.newLines()) {
      distribution(line);
    }
    double newest = held.isEmpty() ? 0 : held.get(held.size() - 1).seconds();
    List<Row> ready =
        over
            ? List.copyOf(held)
            : held.stream().filter(row -> row.seconds() < newest - SAME_SECOND).toList();
    held.removeAll(ready);
    List<Line> lines = new ArrayList<>();
    for (Row row : ready) {
      if (row.tells()) {
        lines.add(line(row));
      }
    }
    return lines;
  }

  /** No field holds a comma or a quotation mark; the writer may still quote the longer ones. */
  private void interval(String line) {
    List<String> values = Arrays.asList(line.replace("\"", "").split(",", -1));
    if (columns == null) {
      columns = values;
      return;
    }
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < columns.size() && i < values.size(); i++) {
      fields.put(columns.get(i), values.get(i));
    }
    held.add(new Row(fields));
  }

  /** {@code Tag=beat.latency,start,length,max,histogram}. */
  private void distribution(String line) {
    String[] parts = line.split(",");
    if (parts.length == 5 && parts[0].startsWith("Tag=") && parts[0].endsWith(".latency")) {
      String operation = parts[0].substring("Tag=".length(), parts[0].lastIndexOf('.'));
      double end = Double.parseDouble(parts[1]) + Double.parseDouble(parts[2]);
      distributions
          .computeIfAbsent(operation, name -> new ArrayList<>())
          .add(new Distribution(end, parts[4]));
    }
  }

  private Line line(Row row) {
    String operation = row.fields().get("operation");
    String encoded = take(operation, row.seconds());
    return new Line(
        operation,
        Instant.parse(row.fields().get("time")).toEpochMilli(),
        encoded == null ? 0 : meanMillis(encoded),
        row.number("ok") + row.number("failed"),
        row.number("failed"),
        row.number("failed") == 0 ? "200" : "failed",
        words
            + " phase=%s required=%d missed=%d"
                .formatted(row.fields().get("phase"), row.number("required"), row.number("missed"))
            + (encoded == null ? "" : " hdr=" + encoded));
  }

  private String take(String operation, double seconds) {
    List<Distribution> waiting = distributions.getOrDefault(operation, List.of());
    for (Distribution distribution : waiting) {
      if (Math.abs(distribution.end() - seconds) < SAME_SECOND) {
        waiting.remove(distribution);
        return distribution.encoded();
      }
    }
    return null;
  }

  private static long meanMillis(String encoded) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
      return Math.round(Histogram.decodeFromCompressedByteBuffer(bytes, 0).getMean() / 1e3);
    } catch (DataFormatException e) {
      throw new IllegalStateException("latency.hlog holds no histogram", e);
    }
  }
}
