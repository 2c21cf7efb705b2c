package dev.nacoscapacity.reports.jtl;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.nacoscapacity.core.record.RecordException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JMeter's results as CSV with a header line, JMeter's default format, with any delimiter; also
 * several such files joined, and one that was cut short.
 */
public final class JtlFile {

  private static final String SETTING = "jmeter.save.saveservice.";
  private static final String TIMES = "timestamp_format";

  /** The columns that no import can do without, and the setting of JMeter that writes each. */
  private static final Map<String, String> NEEDED =
      Map.of(
          "timeStamp", TIMES,
          "elapsed", "time",
          "label", "label",
          "success", "successful");

  /** JMeter's own values of the settings without which nothing can be read. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "output_format",
          "csv",
          TIMES,
          "ms",
          "time",
          "true",
          "label",
          "true",
          "successful",
          "true",
          "print_field_names",
          "true");

  private static final String MEND =
      "; let JMeter write it with "
          + SETTING
          + "output_format=csv and print_field_names,"
          + " its defaults";

  /** JMeter's names are of letters and digits, and its delimiter is one character. */
  private static final Pattern FIRST_NAME = Pattern.compile("\uFEFF?\"?\\w+\"?([^\\w\"])");

  private static final int LONGEST_HEADER = 1 << 16;

  private static final ObjectReader CSV =
      new CsvMapper()
          .readerForListOf(String.class)
          .with(CsvParser.Feature.WRAP_AS_ARRAY)
          .with(CsvParser.Feature.SKIP_EMPTY_LINES);

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
    return DEFAULTS.entrySet().stream()
        .map(expected -> unreadable(expected, setting.apply(SETTING + expected.getKey())))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> unreadable(Map.Entry<String, String> expected, String value) {
    return value == null
            || value.strip().equalsIgnoreCase(expected.getValue())
            || expected.getKey().equals(TIMES) && JtlRow.readsTimes(value.strip())
        ? Optional.empty()
        : Optional.of(
            "results with %s%s=%s cannot be read afterwards: write %s, or leave it out"
                .formatted(SETTING, expected.getKey(), value, expected.getValue()));
  }

  /**
   * Reads the file once, line by line. A truncated last line is skipped, and so are lines that are
   * no samples.
   *
   * @return the lines that were left out
   * @throws RecordException when the file cannot be read, is not a CSV JTL with a header, or most
   *     of its lines are no samples
   */
  public NotedLines forEach(Consumer<JtlRow> taker) {
    NotedLines leftOut = new NotedLines("jtl.leftOut");
    CsvSchema schema = CsvSchema.emptySchema();
    List<String> header = List.of();
    boolean cut = false;
    int line = 1;
    try (BufferedReader in = reader()) {
      in.mark(LONGEST_HEADER);
      schema = schema.withColumnSeparator(delimiter(in.readLine()));
      in.reset();
      MappingIterator<List<String>> lines = CSV.with(schema).readValues(in);
      int samples = 0;
      cut = isCut();
      while (lines.hasNextValue()) {
        line = lines.getParser().currentLocation().getLineNr();
        List<String> fields = lines.nextValue();
        if (cut && !lines.hasNextValue()) {
          break;
        }
        // Files that were joined have a header each.
        List<String> names = names(fields);
        if (names.containsAll(NEEDED.keySet())) {
          header = names;
          continue;
        }
        try {
          taker.accept(JtlRow.of(line, header, fields));
          samples++;
        } catch (OddLineException e) {
          leftOut.add(line, e.getMessage());
        }
      }
      if (leftOut.count() > samples) {
        throw new RecordException(
            "%s holds more lines that are no samples than samples, the first in %s%s"
                .formatted(file, leftOut.first(), MEND));
      }
    } catch (NoSuchFileException e) {
      throw new RecordException("no JTL at " + file);
    } catch (IOException e) {
      if (!cut || header.isEmpty() || samplesFollow(line, header, schema)) {
        throw new RecordException(
            "cannot read %s from line %d on: %s".formatted(file, line, e.getMessage()), e);
      }
    }
    return leftOut;
  }

  private BufferedReader reader() throws IOException {
    // Replaces what is no UTF-8, so that a foreign letter in a message costs nothing else.
    return new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8));
  }

  /**
   * Whether a later line is a sample, so that a record that begins in this line and cannot be read
   * is not the last, cut short in its quotes.
   */
  private boolean samplesFollow(int line, List<String> header, CsvSchema schema) {
    try (BufferedReader in = reader()) {
      return in.lines().skip(line).anyMatch(later -> isSample(later, header, schema));
    } catch (IOException | UncheckedIOException e) {
      throw new RecordException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static boolean isSample(String line, List<String> header, CsvSchema schema) {
    try (MappingIterator<List<String>> records = CSV.with(schema).readValues(line)) {
      if (!records.hasNextValue()) {
        return false;
      }
      JtlRow.of(1, header, records.nextValue());
      return true;
    } catch (IOException | OddLineException e) {
      return false;
    }
  }

  /** A spreadsheet puts a byte order mark before the first name. */
  private static List<String> names(List<String> fields) {
    return fields.stream().map(name -> name.replace("\uFEFF", "").strip()).toList();
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
      throw new RecordException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** The delimiter, from the header. */
  private char delimiter(String header) {
    if (header == null) {
      throw new RecordException(file + " is empty: JMeter took no sample");
    }
    Matcher first = FIRST_NAME.matcher(header);
    List<String> names =
        first.lookingAt()
            ? names(List.of(header.replace("\"", "").split(Pattern.quote(first.group(1)))))
            : List.of();
    if (names.stream().noneMatch(NEEDED::containsKey)) {
      throw new RecordException(
          file
              + (header.startsWith("<") ? " is XML" : " has no field names in its first line")
              + MEND);
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
  static final class OddLineException extends Exception {
    private static final long serialVersionUID = 1;

    OddLineException(String why) {
      super(why, null, false, false);
    }
  }
}
