package dev.nacoscapacity.reports.jtl;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.reports.jtl.JtlNotes.Oddity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JMeter's results as CSV with a header line, JMeter's default format, with any delimiter, and as
 * people leave such files behind: joined, cut short, edited in a spreadsheet.
 */
public final class JtlFile {

  private static final String SETTING = "jmeter.save.saveservice.";

  /** The columns that no import can do without, and the setting of JMeter that writes each. */
  private static final Map<String, String> NEEDED =
      Map.of(
          "timeStamp", "timestamp_format",
          "elapsed", "time",
          "label", "label",
          "success", "successful");

  private static final String MEND =
      "; let JMeter write it with "
          + SETTING
          + "output_format=csv and print_field_names,"
          + " its defaults";

  /** JMeter's names are of letters and digits, and its delimiter is one character. */
  private static final Pattern FIRST_NAME = Pattern.compile("\uFEFF?\"?\\w+\"?([^\\w\"])");

  /** Longer than any test, and short enough to count in microseconds. */
  private static final long MOST_MILLIS = 1_000_000_000_000L;

  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String FAILURE = "failureMessage";
  private static final String MESSAGE = "responseMessage";

  /** The columns of free text, in which a writer may have forgotten quotes. */
  private static final List<String> MESSAGES = List.of(FAILURE, MESSAGE);

  private final Path file;

  public JtlFile(Path file) {
    this.file = file;
  }

  /**
   * Why results that JMeter would write with its settings could not be read; empty when they could.
   *
   * @param setting the value of a property of JMeter, or null when it is not set
   */
  public static Optional<String> unreadable(UnaryOperator<String> setting) {
    String format = setting.apply(SETTING + "output_format");
    if (format != null && !format.strip().equals("csv")) {
      return Optional.of(mend("output_format", format, "csv"));
    }
    String times = setting.apply(SETTING + "timestamp_format");
    if (times != null && !JtlTime.reads(times.strip())) {
      return Optional.of(mend("timestamp_format", times, "ms"));
    }
    for (String column : List.of("time", "label", "successful", "print_field_names")) {
      String written = setting.apply(SETTING + column);
      if (written != null && !written.strip().equalsIgnoreCase("true")) {
        return Optional.of(mend(column, written, "true"));
      }
    }
    return Optional.empty();
  }

  private static String mend(String name, String value, String instead) {
    return "results with %s%s=%s cannot be read afterwards: write %s, or leave it out"
        .formatted(SETTING, name, value, instead);
  }

  /**
   * Reads the file once, line by line. A truncated last line is skipped, and so are lines that are
   * no samples.
   *
   * @return which lines were not as JMeter writes them
   * @throws RecordException when the file cannot be read, is not a CSV JTL with a header, or most
   *     of its lines are no samples
   */
  public JtlNotes forEach(Consumer<JtlRow> taker) {
    JtlNotes notes = new JtlNotes();
    try {
      char delimiter = delimiter();
      boolean cut = isCut();
      int samples = 0;
      try (CsvRecords records = new CsvRecords(reader(), delimiter)) {
        Columns columns = new Columns(List.of(), delimiter);
        CsvRecords.Record record;
        while ((record = records.next(columns::isSample)) != null && !(cut && records.ended())) {
          try {
            JtlRow row = columns.row(record, notes);
            samples++;
            taker.accept(row);
          } catch (OddLineException e) {
            if (isHeader(record.fields())) {
              columns = new Columns(record.fields(), delimiter);
            } else {
              notes.add(Oddity.LEFT_OUT, record.line(), e.getMessage());
            }
          }
        }
      }
      if (notes.count(Oddity.LEFT_OUT) > samples) {
        throw new RecordException(
            "%s holds more lines that are no samples than samples, the first in %s%s"
                .formatted(file, notes.first(Oddity.LEFT_OUT), MEND));
      }
      return notes;
    } catch (NoSuchFileException e) {
      throw new RecordException("no JTL at " + file);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private BufferedReader reader() throws IOException {
    // Replaces what is no UTF-8, so that a foreign letter in a message costs nothing else.
    return new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8));
  }

  private static boolean isHeader(List<String> fields) {
    return names(fields).containsAll(NEEDED.keySet());
  }

  /** A spreadsheet puts a byte order mark before the first name. */
  private static List<String> names(List<String> fields) {
    return fields.stream().map(name -> name.replace(BYTE_ORDER_MARK, "").strip()).toList();
  }

  /** Whether its last line was cut short: by a kill, or by a full disk, which JMeter ignores. */
  public boolean isCut() {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      if (bytes.length() == 0) {
        return false;
      }
      bytes.seek(bytes.length() - 1);
      return bytes.read() != '\n';
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private RecordException unreadable(IOException e) {
    return new RecordException("cannot read " + file + ": " + e.getMessage());
  }

  /** The delimiter, from the header. */
  private char delimiter() throws IOException {
    String header;
    try (BufferedReader lines = reader()) {
      header = lines.readLine();
    }
    if (header == null) {
      throw new RecordException(file + " is empty: JMeter took no sample");
    }
    if (header.startsWith("<")) {
      throw new RecordException(file + " is XML" + MEND);
    }
    Matcher first = FIRST_NAME.matcher(header);
    List<String> names =
        first.lookingAt() ? names(CsvRecords.split(header, first.group(1).charAt(0))) : List.of();
    if (names.stream().noneMatch(NEEDED::containsKey)) {
      throw new RecordException(file + " has no field names in its first line" + MEND);
    }
    for (Map.Entry<String, String> column : NEEDED.entrySet()) {
      if (!names.contains(column.getKey())) {
        throw new RecordException(
            "%s has no column %s in line 1: leave %s%s at JMeter's default"
                .formatted(file, column.getKey(), SETTING, column.getValue()));
      }
    }
    return first.group(1).charAt(0);
  }

  /** A line that is no sample; the message says why. */
  private static final class OddLineException extends Exception {

    private static final long serialVersionUID = 1;

    private OddLineException(String why) {
      super(why, null, false, false);
    }
  }

  /** The columns under a header. */
  private static final class Columns {

    private final List<String> names;
    private final char delimiter;

    private Columns(List<String> header, char delimiter) {
      this.names = names(header);
      this.delimiter = delimiter;
    }

    private boolean isSample(List<String> fields) {
      try {
        return !names.isEmpty()
            && fields.size() == names.size()
            && JtlTime.millis(text(fields, "timeStamp", "")) >= 0
            && number(fields, "elapsed", 0) >= 0;
      } catch (IllegalArgumentException | OddLineException e) {
        return false;
      }
    }

    private JtlRow row(CsvRecords.Record record, JtlNotes notes) throws OddLineException {
      if (record.fields().isEmpty()) {
        throw new OddLineException("a quote is not closed");
      }
      List<String> fields = record.fields();
      if (fields.size() > names.size()) {
        fields = mended(fields);
        notes.add(
            Oddity.MENDED, record.line(), record.fields().size() + " fields, not " + names.size());
      }
      if (fields.size() != names.size()) {
        throw new OddLineException(fields.size() + " fields, not " + names.size());
      }
      String time = text(fields, "timeStamp", "");
      String label = text(fields, "label", "").strip();
      boolean success = success(fields);
      long count = number(fields, "SampleCount", 1);
      JtlRow row =
          new JtlRow(
              record.line(),
              millis(time),
              number(fields, "elapsed", 0),
              label.isEmpty() ? "(no name)" : label,
              count,
              number(fields, "ErrorCount", success ? 0 : count),
              text(fields, "responseCode", ""),
              text(fields, MESSAGE, ""),
              text(fields, FAILURE, ""),
              text(fields, "threadName", ""),
              number(fields, "IdleTime", 0));
      if (row.elapsed() < 0
          || row.elapsed() > MOST_MILLIS
          || row.count() < 0
          || row.errors() < 0
          || row.errors() > row.count()) {
        throw new OddLineException(
            "elapsed %d, SampleCount %d, ErrorCount %d"
                .formatted(row.elapsed(), row.count(), row.errors()));
      }
      note(row, time, notes);
      return row;
    }

    private static void note(JtlRow row, String time, JtlNotes notes) {
      if (!row.began()) {
        notes.add(Oddity.NEVER_BEGAN, row.line(), row.label() + ": " + row.reason());
      } else if (!JtlTime.unit(time).equals(JtlTime.MILLIS)) {
        notes.add(Oddity.UNUSUAL_TIME, row.line(), time + " " + JtlTime.unit(time));
      }
      if (row.count() > 1 && !row.aggregated()) {
        notes.add(Oddity.SEVERAL_SAMPLES, row.line(), row.count() + " samples");
      }
    }

    /**
     * The fields of a writer that does not quote: the surplus ones belong to the message that
     * leaves all others in their places.
     */
    private List<String> mended(List<String> fields) throws OddLineException {
      int surplus = fields.size() - names.size();
      for (String message : MESSAGES) {
        int at = names.indexOf(message);
        if (at >= 0) {
          List<String> whole = new ArrayList<>(fields.subList(0, at));
          whole.add(String.join(delimiter + "", fields.subList(at, at + surplus + 1)));
          whole.addAll(fields.subList(at + surplus + 1, fields.size()));
          if (isFlag(text(whole, "success", ""))) {
            return whole;
          }
        }
      }
      throw new OddLineException(fields.size() + " fields, not " + names.size());
    }

    private String text(List<String> fields, String column, String otherwise) {
      int at = names.indexOf(column);
      return at < 0 ? otherwise : fields.get(at);
    }

    private static long millis(String time) throws OddLineException {
      try {
        return JtlTime.millis(time);
      } catch (IllegalArgumentException e) {
        throw new OddLineException(e.getMessage());
      }
    }

    private boolean success(List<String> fields) throws OddLineException {
      String success = text(fields, "success", "").strip();
      if (!isFlag(success)) {
        throw new OddLineException("success is \"" + success + "\"");
      }
      return success.equalsIgnoreCase("true");
    }

    /** Spreadsheets write TRUE. */
    private static boolean isFlag(String text) {
      return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
    }

    private long number(List<String> fields, String column, long otherwise)
        throws OddLineException {
      String text = text(fields, column, Long.toString(otherwise)).strip();
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw new OddLineException(column + " is \"" + text + "\"");
      }
    }
  }
}
