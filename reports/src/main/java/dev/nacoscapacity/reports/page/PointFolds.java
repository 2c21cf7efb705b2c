package dev.nacoscapacity.reports.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * Measures by name, with a value for each point of a plot, folded from the rows that share the
 * point. NaN means no value.
 */
final class PointFolds {

  private final Ticks ticks;
  private final Map<String, double[]> values = new LinkedHashMap<>();

  PointFolds(Ticks ticks) {
    this.ticks = ticks;
  }

  /** Keeps the highest value of a point, if it is known. */
  void highest(String measure, int point, Optional<? extends Number> value) {
    fold(measure, point, value, Math::max);
  }

  void lowest(String measure, int point, Optional<? extends Number> value) {
    fold(measure, point, value, Math::min);
  }

  void sum(String measure, int point, Optional<? extends Number> value) {
    fold(measure, point, value, Double::sum);
  }

  private void fold(
      String measure, int point, Optional<? extends Number> value, DoubleBinaryOperator how) {
    double[] folded = values.computeIfAbsent(measure, name -> unknown());
    if (value.isPresent()) {
      double next = value.get().doubleValue();
      folded[point] = Double.isNaN(folded[point]) ? next : how.applyAsDouble(folded[point], next);
    }
  }

  private double[] unknown() {
    double[] unknown = new double[ticks.points()];
    Arrays.fill(unknown, Double.NaN);
    return unknown;
  }

  Map<String, double[]> values() {
    return values;
  }

  /** Converts sums to rates a second. */
  void perSecond(String measure) {
    double[] sums = values.get(measure);
    for (int i = 0; i < sums.length; i++) {
      double span = ticks.span(i);
      sums[i] = span > 0 ? sums[i] / span : Double.NaN;
    }
  }
}
