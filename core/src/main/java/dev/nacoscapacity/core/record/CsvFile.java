package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Rows as RFC 4180 lines under a header that names their columns. */
final class CsvFile {

  private static final CsvMapper MAPPER =
      CsvMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private final AppendFile file;
  private final ObjectWriter writer;

  CsvFile(AppendFile file, List<String> columns) {
    this.file = file;
    CsvSchema.Builder schema = CsvSchema.builder();
    columns.forEach(schema::addColumn);
    this.writer = MAPPER.writer(schema.build());
    file.append((String.join(",", columns) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Adds a row.
   *
   * @param row a record or map with a value for each column; absent for an empty cell
   */
  void append(Object row) {
    try {
      file.append(writer.writeValueAsBytes(row));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a row that is no CSV: " + row, e);
    }
  }

  /** A number; absent when its cell is empty or not there. */
  static Double decimal(String cell) {
    return cell == null || cell.isEmpty() ? null : Double.valueOf(cell);
  }
}
