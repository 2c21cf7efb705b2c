package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.calibration.PartResult.Dimension;
import dev.nacoscapacity.core.calibration.PartResult.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The columns of a part's table. The keys of its words are {@code <part>.<key>}.
 *
 * @param name of the part, as on the command line
 * @param dimensions its first columns
 * @param metrics its last columns
 */
public record PartTable(String name, List<Dimension> dimensions, List<Metric> metrics) {

  /**
   * A table in words.
   *
   * @param dimensions their keys, between spaces
   * @param metrics {@code key unit decimals}, between commas
   */
  public static PartTable of(String name, String dimensions, String metrics) {
    return new PartTable(
        name,
        Stream.of(dimensions.split(" ")).map(key -> Dimension.of(name, key)).toList(),
        Stream.of(metrics.split(", "))
            .map(metric -> metric.split(" "))
            .map(words -> Metric.of(name, words[0], words[1], Integer.parseInt(words[2])))
            .toList());
  }

  /** The words of a case by the key of the dimension. */
  Map<String, String> byKey(List<String> words) {
    Map<String, String> byKey = new LinkedHashMap<>();
    dimensions.forEach(dimension -> byKey.put(dimension.key(), words.get(byKey.size())));
    return byKey;
  }
}
