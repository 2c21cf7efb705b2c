package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.core.calibration.PartResult.Dimension;
import dev.nacoscapacity.core.calibration.PartResult.Metric;
import dev.nacoscapacity.core.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The columns of a part's table. The keys of its headings are {@code <part>.<key>}.
 *
 * @param name of the part, as on the command line
 * @param dimensions its first columns
 * @param metrics its last columns
 */
public record PartTable(String name, List<Dimension> dimensions, List<Metric> metrics) {

  /** A table without metrics. */
  public static PartTable of(String name, String... dimensions) {
    return new PartTable(
        name, Stream.of(dimensions).map(key -> Dimension.of(name, key)).toList(), List.of());
  }

  /** The same table with one more metric. */
  public PartTable metric(String key, String unit, int decimals) {
    List<Metric> more = new ArrayList<>(metrics);
    more.add(Metric.of(name, key, unit, decimals));
    return new PartTable(name, dimensions, more);
  }

  /** The question that the table answers. */
  public Message question() {
    return Message.of(name + ".question");
  }

  /**
   * The setting that distinguishes a case from the others of its part.
   *
   * @param values one for each dimension
   */
  public Map<String, String> setting(String... values) {
    Map<String, String> setting = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      setting.put(dimensions.get(i).key(), values[i]);
    }
    return setting;
  }
}
