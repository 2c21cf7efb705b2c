package dev.nacoscapacity.core.calibration;

import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One question of a calibration and its measurements.
 *
 * @param name {@code engines}, {@code payload}, {@code proxy}, {@code gateway}
 * @param question in words
 * @param dimensions the first columns of its table
 * @param metrics the last columns of its table
 * @param rows a case each, in the order in which the part names its cases
 * @param skipped cases that could not be measured here
 * @param comparisons with the published study
 * @param ceilings that later runs are compared with
 */
public record PartResult(
    String name,
    Message question,
    List<Dimension> dimensions,
    List<Metric> metrics,
    List<Row> rows,
    List<Skipped> skipped,
    List<ClaimComparison> comparisons,
    List<Ceiling> ceilings) {

  public PartResult {
    dimensions = List.copyOf(dimensions);
    metrics = List.copyOf(metrics);
    rows = List.copyOf(rows);
    skipped = List.copyOf(skipped);
    comparisons = List.copyOf(comparisons);
    ceilings = List.copyOf(ceilings);
  }

  /**
   * A setting in which the cases of a table differ: one of its first columns.
   *
   * @param key of the value in {@link Row#setting}
   * @param name as a heading
   */
  public record Dimension(String key, Message name) {

    /** A dimension of a part; the key of its name is {@code <part>.<key>}. */
    public static Dimension of(String part, String key) {
      return new Dimension(key, Message.of(part + "." + key));
    }
  }

  /**
   * A measured figure of each case of a table: one of its last columns.
   *
   * @param key of the figure in {@link Round#figures}
   * @param name as a heading
   * @param unit such as {@code req/s}; empty when it has none
   * @param decimals shown in reports
   */
  public record Metric(String key, Message name, String unit, int decimals) {

    /** A metric of a part; the key of its name is {@code <part>.<key>}. */
    public static Metric of(String part, String key, String unit, int decimals) {
      return new Metric(key, Message.of(part + "." + key), unit, decimals);
    }
  }

  /**
   * A case of a table with all its rounds.
   *
   * @param setting the case, by the dimension's key
   * @param rounds in the order in which they were measured; one or more
   */
  public record Row(Map<String, String> setting, List<Round> rounds) {

    public Row {
      setting = copy(setting);
      rounds = List.copyOf(rounds);
    }

    /** A figure over the rounds; empty when no round has it. */
    public Optional<Spread> spread(String metric) {
      List<Double> values =
          rounds.stream()
              .map(round -> round.figures().get(metric))
              .filter(Objects::nonNull)
              .toList();
      return values.isEmpty()
          ? Optional.empty()
          : Optional.of(Spread.of(values, Double::doubleValue));
    }

    /** The distinct outcomes of the rounds that failed. */
    public List<String> outcomes() {
      return rounds.stream().map(Round::outcome).filter(Objects::nonNull).distinct().toList();
    }
  }

  /**
   * One measurement of a case.
   *
   * @param figures by the metric's key; a figure that could not be measured is left out
   * @param outcome why the round failed, such as {@code OutOfMemoryError}; absent when it succeeded
   */
  public record Round(Map<String, Double> figures, String outcome) {

    public Round {
      figures = copy(figures);
    }

    /** A successful round. */
    public static Round of(Map<String, Double> figures) {
      return new Round(figures, null);
    }

    /** A failed round without figures. */
    public static Round ended(String outcome) {
      return new Round(Map.of(), outcome);
    }
  }

  /**
   * A case that could not be measured here.
   *
   * @param setting the case, by the dimension's key
   * @param why what is missing, and how to get it
   */
  public record Skipped(Map<String, String> setting, Message why) {

    public Skipped {
      setting = copy(setting);
    }
  }

  private static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
