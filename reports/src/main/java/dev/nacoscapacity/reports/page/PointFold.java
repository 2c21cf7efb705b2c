package dev.nacoscapacity.reports.page;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/** A value for each point of a plot, folded from those that share it. NaN: there was none. */
final class PointFold {

  private final DoubleBinaryOperator how;
  private final double[] values;

  private PointFold(int points, DoubleBinaryOperator how) {
    this.how = how;
    this.values = new double[points];
    Arrays.fill(values, Double.NaN);
  }

  static PointFold highest(int points) {
    return new PointFold(points, Math::max);
  }

  static PointFold lowest(int points) {
    return new PointFold(points, Math::min);
  }

  static PointFold sum(int points) {
    return new PointFold(points, Double::sum);
  }

  void add(int point, double value) {
    values[point] = Double.isNaN(values[point]) ? value : how.applyAsDouble(values[point], value);
  }

  /** Takes a value that may be unknown. */
  void add(int point, Number value) {
    if (value != null) {
      add(point, value.doubleValue());
    }
  }

  double[] values() {
    return values.clone();
  }

  /** Sums as rates a second. */
  double[] perSecond(Ticks ticks) {
    double[] rates = values();
    for (int i = 0; i < rates.length; i++) {
      double span = ticks.span(i);
      rates[i] = span > 0 ? rates[i] / span : Double.NaN;
    }
    return rates;
  }
}
