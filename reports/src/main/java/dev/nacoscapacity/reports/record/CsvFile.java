package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.nio.charset.StandardCharsets;

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

  void append(T row) {
    try {
      file.append(writer.writeValueAsBytes(row));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a row that is no CSV: " + row, e);
    }
  }
}
