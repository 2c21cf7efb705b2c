package dev.nacoscapacity.core.published;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
 * What others published of registries under load, as data: {@code figures.csv}. Most of it is the
 * registry capacity report of Nacos 1.4.2 in alibaba/nacos issue 7302.
 */
final class PublishedReport {

  static final String WHO = "published";

  private static final String REPORT = "alibaba/nacos issue 7302";

  static final String SOURCE = REPORT + ", Nacos 1.4.2";

  /**
   * Requests a second for each instance: a beat and a list every 5 s, which is 24,000 requests/s at
   * 60,000 instances.
   */
  static final double PER_INSTANCE = 0.4;

  /** Rounds in which only the load differs between rows; remarks do not name them. */
  private static final Set<String> LADDERS = Set.of("no-auth", "auth");

  private PublishedReport() {}

  /**
   * A row of figures.csv.
   *
   * @param cluster each of its nodes
   * @param clients {@code http} or {@code grpc}
   * @param requests beats and lists a second of an instance
   * @param round the varied setting
   */
  record Row(
      String source,
      @JsonUnwrapped Entry.Cluster cluster,
      String clients,
      double requests,
      String round,
      @JsonUnwrapped Entry.Load load,
      @JsonUnwrapped Entry.Result result,
      String remark) {

    /** Beats and lists a second of all instances; only for a row with instances. */
    double offered() {
      return load.instances() * requests;
    }

    private Entry entry() {
      String note = remark == null ? "" : remark;
      return new Entry(
          WHO,
          WHO,
          cluster.whole(),
          load,
          load.instances() == null ? result.achieved() : Double.valueOf(offered()),
          result,
          LADDERS.contains(round) ? note : note.isEmpty() ? round : round + ": " + note);
    }
  }

  /** All rows of the capacity report, in its order. */
  static List<Entry> entries() {
    return rows().stream().filter(row -> row.source.equals(REPORT)).map(Row::entry).toList();
  }

  /** The rows of all sources. */
  static List<Row> rows() {
    CsvMapper mapper =
        CsvMapper.builder()
            .enable(CsvParser.Feature.ALLOW_COMMENTS)
            .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
            .build();
    CsvSchema schema = CsvSchema.emptySchema().withHeader();
    try (InputStream file = PublishedReport.class.getResourceAsStream("figures.csv");
        MappingIterator<Row> rows = mapper.readerFor(Row.class).with(schema).readValues(file)) {
      return rows.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException("the published figures are part of this jar", e);
    }
  }
}
