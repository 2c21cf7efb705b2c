package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Rows of one record type as RFC 4180 lines under a header of the record's component names. */
final class CsvFile<T extends Record> {

  private static final CsvMapper MAPPER =
      CsvMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private final AppendFile file;
  private final ObjectWriter writer;

  CsvFile(AppendFile file, Class<T> rows) {
    this.file = file;
    CsvSchema schema = MAPPER.schemaFor(rows);
    this.writer = MAPPER.writer(schema);
    file.append(
        (String.join(",", schema.getColumnNames()) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** All whole rows of a file, whatever the order of its columns; unknown columns are ignored. */
  static <T extends Record> List<T> read(Path file, Class<T> rows) throws IOException {
    byte[] text = WholeLines.of(file);
    try (MappingIterator<T> found =
        MAPPER
            .readerFor(rows)
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .with(CsvSchema.emptySchema().withHeader())
            .with(CsvParser.Feature.EMPTY_STRING_AS_NULL)
            .readValues(text)) {
      return found.readAll();
    }
  }

  void append(T row) {
    try {
      file.append(writer.writeValueAsBytes(row));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a row that is no CSV: " + row, e);
    }
  }
}
