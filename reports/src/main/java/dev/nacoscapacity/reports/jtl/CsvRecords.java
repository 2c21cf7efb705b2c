package dev.nacoscapacity.reports.jtl;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The records of a CSV file with the numbers of their lines. Unlike a CSV library, it goes on
 * behind a quote that nobody closed: such a quote costs its own record, not the rest of the file.
 */
final class CsvRecords implements Closeable {

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

  /** A line that was read to see where a record ends; null when there is none. */
  private String ahead;

  CsvRecords(BufferedReader in, char delimiter) {
    this.in = in;
    this.delimiter = delimiter;
  }

  /**
   * The next record that is not blank; null at the end.
   *
   * @param isRecord whether fields are those of a record, and not of a quoted text's further line
   */
  Record next(Predicate<List<String>> isRecord) throws IOException {
    String text = read();
    while (text != null && text.isBlank()) {
      text = read();
    }
    if (text == null) {
      return null;
    }
    int begin = line;
    List<String> fields = split(text, delimiter);
    StringBuilder lines = new StringBuilder(text);
    while (fields.isEmpty() && line - begin < MOST_LINES) {
      String further = read();
      if (further == null) {
        break;
      }
      if (isRecord.test(split(further, delimiter))) {
        ahead = further;
        line--;
        break;
      }
      // Only a quote can end the text.
      lines.append('\n').append(further);
      fields = further.indexOf(QUOTE) < 0 ? fields : split(lines.toString(), delimiter);
    }
    return new Record(begin, fields);
  }

  private String read() throws IOException {
    String next = ahead == null ? in.readLine() : ahead;
    ahead = null;
    line += next == null ? 0 : 1;
    return next;
  }

  /** The fields of a text; none when a quote is not closed. */
  static List<String> split(String text, char delimiter) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    boolean begins = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted && c == QUOTE) {
        boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == QUOTE;
        if (doubled) {
          field.append(QUOTE);
          i++;
        }
        quoted = doubled;
      } else if (!quoted && c == delimiter) {
        fields.add(field.toString());
        field.setLength(0);
        begins = true;
        continue;
      } else if (begins && c == QUOTE) {
        quoted = true;
      } else {
        field.append(c);
      }
      begins = false;
    }
    fields.add(field.toString());
    return quoted ? List.of() : fields;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
