package dev.nacoscapacity.calibration.frame;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.reports.calibration.Dimension;
import dev.nacoscapacity.reports.calibration.Metric;
import dev.nacoscapacity.reports.calibration.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of a part, in English and Chinese.
 *
 * @param name as on the command line
 * @param question that it answers
 * @param dimensions the first columns of its table
 * @param metrics the last columns of its table
 * @param texts other sentences, by key
 */
public record PartTable(
    String name,
    Text question,
    List<Dimension> dimensions,
    List<Metric> metrics,
    Map<String, Text> texts) {

  /** Reads {@code part.json}, which lies beside a part's class. */
  public static PartTable of(Class<? extends Part> part) {
    try (InputStream in = part.getResourceAsStream("part.json")) {
      return new ObjectMapper().readValue(in, PartTable.class);
    } catch (IOException e) {
      throw new UncheckedIOException("part.json is part of this jar", e);
    }
  }

  /**
   * What distinguishes a case from the others of its part.
   *
   * @param values one a dimension
   */
  public Map<String, String> setting(String... values) {
    Map<String, String> setting = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      setting.put(dimensions.get(i).key(), values[i]);
    }
    return setting;
  }
}
