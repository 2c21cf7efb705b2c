package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.calibration.Calibration;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Dimension;
import dev.nacoscapacity.core.calibration.PartResult.Metric;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import gg.jte.Content;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of a calibration. */
record CalibrationModel(Calibration calibration) implements HtmlPage {

  @Override
  public String template() {
    return "calibration.jte";
  }

  @Override
  public List<String> scripts() {
    return List.of("words.js", "figures.js", "calibration.js");
  }

  /** The plot of each part, by the name of the part. */
  @Override
  public Object data() {
    Map<String, Plot> parts = new LinkedHashMap<>();
    for (PartResult part : calibration.parts()) {
      List<String> cases =
          part.rows().stream().map(row -> String.join(" · ", row.setting().values())).toList();
      parts.put(
          part.name(),
          new Plot(part.metrics().stream().map(metric -> bars(part, metric)).toList(), cases));
    }
    return Map.of("parts", parts);
  }

  /**
   * A part as a bar chart.
   *
   * @param metrics to choose from
   * @param cases in words, in the table's order
   */
  record Plot(List<Bars> metrics, List<String> cases) {}

  /**
   * A metric of all cases.
   *
   * @param name in English and Chinese
   * @param values median, minimum and maximum of each case; NaN where there is no value
   */
  record Bars(String key, List<String> name, String unit, List<double[]> values) {}

  private static Bars bars(PartResult part, Metric metric) {
    Spread none = new Spread(Double.NaN, Double.NaN, Double.NaN);
    return new Bars(
        metric.key(),
        List.of(metric.name().in(Language.ENGLISH), metric.name().in(Language.CHINESE)),
        metric.unit(),
        part.rows().stream()
            .map(row -> row.spread(metric.key()).orElse(none))
            .map(spread -> new double[] {spread.median(), spread.min(), spread.max()})
            .toList());
  }

  String folder() {
    return calibration.path().toAbsolutePath().getFileName().toString();
  }

  Content both(Message message) {
    return WORDS.both(message);
  }

  /** The metrics that at least one row has. */
  List<Metric> metrics(PartResult part) {
    return part.metrics().stream()
        .filter(
            metric -> part.rows().stream().anyMatch(row -> row.spread(metric.key()).isPresent()))
        .toList();
  }

  /** A skipped case in words. */
  String setting(PartResult part, Map<String, String> setting) {
    return part.dimensions().stream()
        .map(Dimension::key)
        .map(key -> setting.getOrDefault(key, NumberText.UNKNOWN))
        .collect(Collectors.joining(", "));
  }

  String median(Row row, Metric metric) {
    return row.spread(metric.key())
        .map(spread -> number(spread.median(), metric.decimals()))
        .orElse(NumberText.UNKNOWN);
  }

  /** The minimum and maximum of several rounds; empty when there was only one. */
  String range(Row row, Metric metric) {
    return row.spread(metric.key())
        .filter(spread -> row.rounds().size() > 1)
        .map(spread -> range(spread, metric.decimals()))
        .orElse("");
  }

  private static String range(Spread spread, int decimals) {
    return number(spread.min(), decimals) + " – " + number(spread.max(), decimals);
  }

  String ratio(ClaimComparison comparison) {
    Spread ratio = comparison.ratio();
    return ratio == null
        ? NumberText.UNKNOWN
        : "%s (%s)".formatted(number(ratio.median(), 2), range(ratio, 2));
  }

  static String number(double value, int decimals) {
    return NumberText.of("%,." + decimals + "f", value);
  }
}
