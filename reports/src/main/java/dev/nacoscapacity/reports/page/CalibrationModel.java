package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.calibration.Calibration;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.Dimension;
import dev.nacoscapacity.reports.calibration.Metric;
import dev.nacoscapacity.reports.calibration.PartResult;
import dev.nacoscapacity.reports.calibration.Row;
import dev.nacoscapacity.reports.calibration.Spread;
import dev.nacoscapacity.reports.calibration.Text;
import dev.nacoscapacity.reports.text.NumberText;
import gg.jte.Content;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the template of a calibration writes. */
record CalibrationModel(Calibration calibration) implements SelfContained {

  @Override
  public String script() {
    return Assets.calibrationScript();
  }

  String dataJson() {
    return ScriptJson.of(
        Map.of("run", CalibrationData.of(calibration.parts()), "words", WORDS.all()));
  }

  String folder() {
    return calibration.path().toAbsolutePath().getFileName().toString();
  }

  Content both(Text text) {
    return WORDS.both(text.en(), text.zh());
  }

  /** A part that has measured nothing has columns, too, but no use for them. */
  boolean measured(PartResult part) {
    return !part.rows().isEmpty();
  }

  /** Those metrics that any row has. */
  List<Metric> metrics(PartResult part) {
    return part.metrics().stream()
        .filter(
            metric -> part.rows().stream().anyMatch(row -> row.spread(metric.key()).isPresent()))
        .toList();
  }

  /** A case in words, for those that were skipped. */
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

  /** The least and the most of several rounds; empty when there was one. */
  String range(Row row, Metric metric) {
    return row.spread(metric.key())
        .filter(spread -> row.rounds().size() > 1)
        .map(
            spread ->
                number(spread.min(), metric.decimals())
                    + " – "
                    + number(spread.max(), metric.decimals()))
        .orElse("");
  }

  String outcome(Row row) {
    return String.join("; ", row.outcomes());
  }

  String publishedRatio(ClaimComparison comparison) {
    return number(comparison.publishedRatio(), 2);
  }

  String ratio(ClaimComparison comparison) {
    Spread ratio = comparison.ratio();
    return ratio == null
        ? NumberText.UNKNOWN
        : "%s (%s – %s)"
            .formatted(number(ratio.median(), 2), number(ratio.min(), 2), number(ratio.max(), 2));
  }

  String number(double value, int decimals) {
    return NumberText.of("%,." + decimals + "f", value);
  }
}
