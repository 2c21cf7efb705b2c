package dev.nacoscapacity.core.repeats;

import dev.nacoscapacity.core.text.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The median and range of a figure over the rounds of a measurement. */
public record Spread(double median, double min, double max) {

  /**
   * The spread of one or more values.
   *
   * @throws IllegalArgumentException when there are no values
   */
  public static Spread of(DoubleStream values) {
    double[] all = values.toArray();
    if (all.length == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    return new Spread(quantile(all, 0.5), quantile(all, 0), quantile(all, 1));
  }

  /** The spread of one figure over the rounds. */
  public static <T> Spread of(List<T> rounds, ToDoubleFunction<T> figure) {
    return of(rounds.stream().mapToDouble(figure));
  }

  /** The spread of the ratios of two figures in the same round, over the rounds that both have. */
  public static <T> Spread ofRatios(
      List<T> numerators, List<T> denominators, ToDoubleFunction<T> figure) {
    return of(
        IntStream.range(0, Math.min(numerators.size(), denominators.size()))
            .mapToDouble(
                i ->
                    figure.applyAsDouble(numerators.get(i))
                        / figure.applyAsDouble(denominators.get(i))));
  }

  /** A quantile, 0 to 1, of one or more values, with linear interpolation. */
  public static double quantile(double[] values, double q) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double at = q * (sorted.length - 1);
    int below = (int) at;
    // Two infinite neighbours have no difference.
    return at == below || sorted[below] == sorted[below + 1]
        ? sorted[below]
        : sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
  }

  /**
   * For a table: {@code median (min to max)}.
   *
   * @param number format of each number, as for {@link String#format}
   */
  public String format(String number) {
    return NumberText.of(number + " (" + number + " to " + number + ")", median, min, max);
  }
}
