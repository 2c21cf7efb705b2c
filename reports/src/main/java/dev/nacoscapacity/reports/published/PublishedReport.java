package dev.nacoscapacity.reports.published;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;

/**
 * The registry capacity report of Nacos 1.4.2 in alibaba/nacos issue 7302, as data: {@code
 * figures.csv}.
 */
final class PublishedReport {

  static final String SOURCE = "alibaba/nacos issue 7302, Nacos 1.4.2";

  static final String WHO = "published";

  private static final int NODES = 5;
  private static final double CORES = 80;
  private static final double MEMORY_GB = 160;

  /**
   * Requests a second for each instance: a beat and a list every 5 s, which is 24,000 requests/s at
   * 60,000 instances.
   */
  static final double PER_INSTANCE = 0.4;

  /** Rounds in which only the load differs between rows; remarks do not name them. */
  private static final Set<String> LADDERS = Set.of("no-auth", "auth");

  private PublishedReport() {}

  /**
   * A row of figures.csv; null means unknown.
   *
   * @param round the varied setting
   * @param threads of JMeter, each a closed loop
   * @param tps answered calls a second: beats and lists together, or long polls
   * @param meanMs from sent to answered
   */
  private record Row(
      String round,
      String auth,
      Integer threads,
      Integer services,
      Integer instances,
      Double tps,
      @JsonProperty("mean_rt_ms") Double meanMs,
      Boolean held,
      String remark) {

    Entry entry() {
      String said = remark == null ? "" : remark;
      return new Entry(
          WHO,
          WHO,
          "1.4.2",
          auth,
          NODES,
          CORES,
          MEMORY_GB,
          threads,
          services,
          instances,
          instances == null ? tps : Double.valueOf(instances * PER_INSTANCE),
          tps,
          meanMs,
          held,
          LADDERS.contains(round) ? said : said.isEmpty() ? round : round + ": " + said);
    }
  }

  /** All rows of the report, in its order. */
  static List<Entry> entries() {
    CsvMapper mapper =
        CsvMapper.builder()
            .enable(CsvParser.Feature.ALLOW_COMMENTS)
            .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
            .build();
    CsvSchema schema = CsvSchema.emptySchema().withHeader();
    try (InputStream file = PublishedReport.class.getResourceAsStream("figures.csv");
        MappingIterator<Row> rows = mapper.readerFor(Row.class).with(schema).readValues(file)) {
      return rows.readAll().stream().map(Row::entry).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the published figures are part of this jar", e);
    }
  }
}
