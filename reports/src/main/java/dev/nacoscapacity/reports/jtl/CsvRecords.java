package dev.nacoscapacity.reports.jtl;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The records of a CSV file with the numbers of their lines. A library splits each record; where
 * one ends is found here, since a library takes the rest of a file for part of a quote that nobody
 * closed, and here such a quote costs its own record alone.
 */
final class CsvRecords implements Closeable {

  private static final ObjectReader QUOTED =
      new CsvMapper().readerForListOf(String.class).with(CsvParser.Feature.WRAP_AS_ARRAY);

  /** A quoted text with more lines than this is taken for a quote that nobody closed. */
  private static final int MOST_LINES = 1_000;

  private static final char QUOTE = '"';

  /**
   * A record.
   *
   * @param line the number of its first line, from 1
   * @param fields without their quotes; none when a quote is not closed
   */
  record Record(int line, List<String> fields) {}

  private final BufferedReader in;
  private final char delimiter;
  private int line;

  /** The next line, which tells where a record ends; null at the end. */
  private String ahead;

  CsvRecords(BufferedReader in, char delimiter) throws IOException {
    this.in = in;
    this.delimiter = delimiter;
    this.ahead = in.readLine();
  }

  /**
   * The next record that is not blank; null at the end.
   *
   * @param isRecord whether fields are those of a record, and not of a quoted text's further line
   */
  Record next(Predicate<List<String>> isRecord) throws IOException {
    while (ahead != null && ahead.isBlank()) {
      read();
    }
    if (ahead == null) {
      return null;
    }
    String text = read();
    int begin = line;
    List<String> fields = split(text, delimiter);
    StringBuilder lines = new StringBuilder(text);
    while (fields.isEmpty()
        && ahead != null
        && line - begin < MOST_LINES
        && !isRecord.test(split(ahead, delimiter))) {
      String further = read();
      lines.append('\n').append(further);
      // Only a quote can end the text.
      fields = further.indexOf(QUOTE) < 0 ? fields : split(lines.toString(), delimiter);
    }
    return new Record(begin, fields);
  }

  /** Whether the last record was the file's last. */
  boolean ended() {
    return ahead == null;
  }

  private String read() throws IOException {
    String text = ahead;
    ahead = in.readLine();
    line++;
    return text;
  }

  /** The fields of a record; none when a quote is not closed. */
  static List<String> split(String record, char delimiter) {
    if (record.indexOf(QUOTE) < 0) {
      return List.of(record.split(Pattern.quote(String.valueOf(delimiter)), -1));
    }
    CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(delimiter);
    try (MappingIterator<List<String>> records = QUOTED.with(schema).readValues(record)) {
      return records.nextValue();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
