package dev.nacoscapacity.reports.calibration;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The median and range of a figure over the rounds of a measurement. */
public record Spread(double median, double min, double max) {

  /**
   * Of one value or more.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** Of one figure of the rounds. */
  public static <T> Spread of(List<T> rounds, ToDoubleFunction<T> figure) {
    return of(rounds.stream().mapToDouble(figure));
  }

  /** Of what one has over what another has in the same round, as long as both have rounds. */
  public static <T> Spread ofRatios(List<T> ours, List<T> theirs, ToDoubleFunction<T> figure) {
    return of(
        IntStream.range(0, Math.min(ours.size(), theirs.size()))
            .mapToDouble(
                i -> figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(theirs.get(i))));
  }

  /**
   * For a table: {@code median (min to max)}.
   *
   * @param number how each is written, as {@link String#format} takes it
   */
  public String format(String number) {
    return (number + " (" + number + " to " + number + ")").formatted(median, min, max);
  }
}
