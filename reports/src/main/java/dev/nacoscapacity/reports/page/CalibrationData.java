package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.calibration.Metric;
import dev.nacoscapacity.reports.calibration.PartResult;
import dev.nacoscapacity.reports.calibration.Row;
import dev.nacoscapacity.reports.calibration.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the script draws of a calibration.
 *
 * @param parts by name
 */
record CalibrationData(Map<String, Plot> parts) {

  /**
   * A part as bars.
   *
   * @param metrics to choose from
   * @param cases in words, in the table's order
   */
  record Plot(List<Bars> metrics, List<String> cases) {}

  /**
   * A metric of all cases.
   *
   * @param name in English and Chinese
   * @param values median, least and most of each case; null where there is none
   */
  record Bars(String key, List<String> name, String unit, List<double[]> values) {}

  static CalibrationData of(List<PartResult> parts) {
    Map<String, Plot> plots = new LinkedHashMap<>();
    for (PartResult part : parts) {
      List<String> cases =
          part.rows().stream().map(row -> String.join(" · ", row.setting().values())).toList();
      plots.put(
          part.name(),
          new Plot(part.metrics().stream().map(metric -> bars(part, metric)).toList(), cases));
    }
    return new CalibrationData(plots);
  }

  private static Bars bars(PartResult part, Metric metric) {
    List<double[]> values = part.rows().stream().map(row -> values(row, metric)).toList();
    return new Bars(
        metric.key(), List.of(metric.name().en(), metric.name().zh()), metric.unit(), values);
  }

  /** NaN becomes null. */
  private static double[] values(Row row, Metric metric) {
    Spread spread = row.spread(metric.key()).orElse(new Spread(Double.NaN, Double.NaN, Double.NaN));
    return new double[] {spread.median(), spread.min(), spread.max()};
  }
}
