package dev.nacoscapacity.reports.page;

import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;

/**
 * Percentiles over time, in ms. Each point covers all values of its period, so that peaks survive.
 */
record PercentilePlot(double[] p50, double[] p99, double[] p999, double[] max) {

  static PercentilePlot empty(int points) {
    PercentilePlot empty =
        new PercentilePlot(
            new double[points], new double[points], new double[points], new double[points]);
    for (double[] values : new double[][] {empty.p50, empty.p99, empty.p999, empty.max}) {
      Arrays.fill(values, Double.NaN);
    }
    return empty;
  }

  void set(int point, AbstractHistogram micros) {
    p50[point] = micros.getValueAtPercentile(50) / 1e3;
    p99[point] = micros.getValueAtPercentile(99) / 1e3;
    p999[point] = micros.getValueAtPercentile(99.9) / 1e3;
    max[point] = micros.getMaxValue() / 1e3;
  }
}
