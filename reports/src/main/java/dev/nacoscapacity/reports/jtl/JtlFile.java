package dev.nacoscapacity.reports.jtl;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.nacoscapacity.reports.record.RecordException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** JMeter's results as CSV with a header line, JMeter's default format. */
public final class JtlFile {

  private static final List<String> NEEDED = List.of("timeStamp", "elapsed", "label", "success");
  private static final String MEND =
      "; let JMeter write it with jmeter.save.saveservice.output_format=csv and print_field_names,"
          + " its defaults";

  private final Path file;

  public JtlFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the file once, line by line. A truncated last line is skipped.
   *
   * @throws RecordException when the file cannot be read, or is not a CSV JTL with a header
   */
  public void forEach(Consumer<JtlRow> taker) {
    CsvSchema schema = CsvSchema.emptySchema().withHeader();
    try {
      requireHeader();
      try (MappingIterator<Map<String, String>> rows =
          new CsvMapper().readerForMapOf(String.class).with(schema).readValues(wholeLines())) {
        while (rows.hasNextValue()) {
          taker.accept(row(rows.nextValue()));
        }
      }
    } catch (NoSuchFileException e) {
      throw new RecordException("no JTL at " + file);
    } catch (IOException | RuntimeJsonMappingException e) {
      throw new RecordException(
          "cannot read " + file + ": " + e.getMessage().lines().findFirst().orElse(""));
    }
  }

  private InputStream wholeLines() throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      long end = bytes.length();
      for (boolean whole = false; !whole && end > 0; end -= whole ? 0 : 1) {
        bytes.seek(end - 1);
        whole = bytes.read() == '\n';
      }
      return new Prefix(Files.newInputStream(file), end);
    }
  }

  /** The first bytes of a stream. */
  private static final class Prefix extends FilterInputStream {

    private long left;

    private Prefix(InputStream in, long length) {
      super(in);
      this.left = length;
    }

    @Override
    public int read() throws IOException {
      return left-- > 0 ? super.read() : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left <= 0) {
        return -1;
      }
      int read = super.read(bytes, offset, (int) Math.min(left, length));
      left -= Math.max(0, read);
      return read;
    }
  }

  private void requireHeader() throws IOException {
    String header;
    try (var lines = Files.newBufferedReader(file)) {
      header = lines.readLine();
    }
    if (header == null) {
      throw new RecordException(file + " is empty: JMeter took no sample");
    }
    List<String> names = List.of(header.split(","));
    if (!names.containsAll(NEEDED)) {
      throw new RecordException(
          file
              + (header.startsWith("<?xml") ? " is XML" : " has no field names in its first line")
              + MEND);
    }
  }

  private JtlRow row(Map<String, String> fields) {
    try {
      boolean success = Boolean.parseBoolean(fields.get("success"));
      long count = Long.parseLong(fields.getOrDefault("SampleCount", "1"));
      String errors = fields.get("ErrorCount");
      return new JtlRow(
          Long.parseLong(fields.get("timeStamp")),
          Long.parseLong(fields.get("elapsed")),
          fields.get("label"),
          count,
          errors == null ? (success ? 0 : count) : Long.parseLong(errors),
          fields.getOrDefault("responseCode", ""),
          fields.getOrDefault("responseMessage", ""),
          fields.getOrDefault("failureMessage", ""));
    } catch (NumberFormatException e) {
      throw new RecordException(
          "%s has a line that is no sample, \"%s\": take the file as JMeter wrote it"
              .formatted(file, String.join(",", fields.values())));
    }
  }
}
