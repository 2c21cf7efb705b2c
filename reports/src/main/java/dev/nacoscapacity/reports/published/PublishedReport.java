package dev.nacoscapacity.reports.published;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The registry capacity report of Nacos 1.4.2 in alibaba/nacos issue 7302, as data: {@code
 * figures.csv}. Its columns: {@code round}, what was varied; {@code threads}, of JMeter, each a
 * closed loop; {@code tps}, calls answered a second, beats and lists together; {@code mean_rt_ms},
 * from sent to answered.
 */
final class PublishedReport {

  static final String SOURCE = "alibaba/nacos issue 7302, Nacos 1.4.2";

  static final String WHO = "published";

  private static final int NODES = 5;
  private static final int CORES = 80;
  private static final double MEMORY_GB = 160;

  /** A beat and a list every 5 s: 24,000 requests/s at 60,000 instances. */
  static final double PER_INSTANCE = 0.4;

  /** The same bound as a run's verdict has. */
  private static final double HELD = 0.99;

  private static final String LISTENERS = "config-listener";

  /** Rounds in which the load alone grows from row to row. */
  private static final Set<String> LADDERS = Set.of("no-auth", "auth");

  /** What the thread says of it: auth costs so many instances, so the rest held. */
  private static final String CACHED = "auth+cache";

  private static final Pattern FELL_SHORT =
      Pattern.compile("unhealthy|missing|fails|too few", Pattern.CASE_INSENSITIVE);

  private PublishedReport() {}

  /** All its rows, in its order. */
  static List<Entry> entries() {
    CsvMapper mapper =
        CsvMapper.builder()
            .enable(CsvParser.Feature.ALLOW_COMMENTS)
            .enable(CsvParser.Feature.TRIM_SPACES)
            .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
            .build();
    // The file's own heading is a comment of it.
    CsvSchema schema =
        CsvSchema.builder()
            .addColumn("round")
            .addColumn("auth")
            .addColumn("threads")
            .addColumn("services")
            .addColumn("instances")
            .addColumn("tps")
            .addColumn("mean_rt_ms")
            .addColumn("remark")
            .build();
    try (InputStream file = PublishedReport.class.getResourceAsStream("figures.csv");
        MappingIterator<Map<String, String>> rows =
            mapper.readerForMapOf(String.class).with(schema).readValues(file)) {
      List<Entry> entries = new ArrayList<>();
      Set<String> fallen = new HashSet<>();
      for (Map<String, String> row : rows.readAll()) {
        String round = row.get("round");
        Entry entry = fallen.contains(round) ? entry(row).withHeld(false) : entry(row);
        if (LADDERS.contains(round) && Boolean.FALSE.equals(entry.held())) {
          fallen.add(round);
        }
        entries.add(entry);
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException("the published figures are part of this jar", e);
    }
  }

  private static Entry entry(Map<String, String> row) {
    String round = row.get("round");
    Integer instances = whole(row.get("instances"));
    Double tps = row.get("tps") == null ? null : Double.valueOf(row.get("tps"));
    Double offered =
        round.equals(LISTENERS) ? tps : instances == null ? null : instances * PER_INSTANCE;
    String remark = row.get("remark") == null ? "" : row.get("remark");
    return new Entry(
        WHO,
        WHO,
        "1.4.2",
        auth(row),
        NODES,
        CORES,
        MEMORY_GB,
        whole(row.get("threads")),
        whole(row.get("services")),
        instances,
        offered,
        tps,
        row.get("mean_rt_ms") == null ? null : Double.valueOf(row.get("mean_rt_ms")),
        round.equals(CACHED) ? Boolean.TRUE : held(offered, tps, remark),
        LADDERS.contains(round) ? remark : remark.isEmpty() ? round : round + ": " + remark);
  }

  private static String auth(Map<String, String> row) {
    if (!row.get("auth").equals("yes")) {
      return Entry.OFF;
    }
    return row.get("round").equals(CACHED) ? "on, cached" : "on";
  }

  private static Boolean held(Double offered, Double tps, String remark) {
    if (FELL_SHORT.matcher(remark).find()) {
      return false;
    }
    return tps == null || offered == null ? null : tps >= HELD * offered;
  }

  private static Integer whole(String text) {
    return text == null ? null : Integer.valueOf(text);
  }
}
