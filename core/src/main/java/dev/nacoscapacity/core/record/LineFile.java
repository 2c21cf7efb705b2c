package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads a file of lines. A last line that a crash truncated is skipped. */
final class LineFile {

  private static final CsvMapper CSV =
      CsvMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
          .build();

  private LineFile() {}

  static InputStream wholeLines(Path file) throws IOException {
    byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return new ByteArrayInputStream(bytes, 0, end);
  }

  /**
   * The rows under a header that names their columns. Unknown columns are ignored.
   *
   * @return no rows when there is no such file
   */
  static <T extends Record> List<T> csv(Path file, Class<T> rows) {
    return read(file, CSV.readerFor(rows).with(CsvSchema.emptySchema().withHeader()));
  }

  /**
   * The rows, each made from its cells by column.
   *
   * @return no rows when there is no such file
   */
  static <T> List<T> csv(Path file, Function<Map<String, String>, T> row) {
    List<T> rows = new ArrayList<>();
    ObjectReader reader =
        CSV.readerForMapOf(String.class).with(CsvSchema.emptySchema().withHeader());
    for (Map<String, String> cells : LineFile.<Map<String, String>>read(file, reader)) {
      try {
        rows.add(row.apply(cells));
      } catch (RuntimeException e) {
        // The header is line 1, so the first row is line 2.
        throw damaged(file, rows.size() + 2, RecordException.words(e), e);
      }
    }
    return rows;
  }

  private static RecordException damaged(Path file, int line, String fault, Exception cause) {
    return new RecordException("%s is damaged at line %d: %s".formatted(file, line, fault), cause);
  }

  /** The JSON objects, one on each line. */
  static <T> List<T> json(Path file, Class<T> rows) {
    return read(file, Json.MAPPER.readerFor(rows));
  }

  private static <T> List<T> read(Path file, ObjectReader reader) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (MappingIterator<T> rows = reader.readValues(wholeLines(file))) {
      return rows.readAll();
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw damaged(file, line, e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw RecordException.unreadable(file, e);
    }
  }
}
