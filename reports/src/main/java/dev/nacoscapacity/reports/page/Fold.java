package dev.nacoscapacity.reports.page;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/** A value for each point of a plot, folded from those that share it. NaN: there was none. */
final class Fold {

  private final DoubleBinaryOperator how;
  private final double[] values;

  private Fold(int points, DoubleBinaryOperator how) {
    this.how = how;
    this.values = new double[points];
    Arrays.fill(values, Double.NaN);
  }

  static Fold highest(int points) {
    return new Fold(points, Math::max);
  }

  static Fold lowest(int points) {
    return new Fold(points, Math::min);
  }

  static Fold sum(int points) {
    return new Fold(points, Double::sum);
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
