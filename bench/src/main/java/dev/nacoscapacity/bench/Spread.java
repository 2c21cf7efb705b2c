package dev.nacoscapacity.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The median and range of a figure over the rounds of the benchmark. */
record Spread(double median, double min, double max) {

  static Spread of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  static Spread of(List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
    return of(rounds.stream().mapToDouble(figure));
  }

  /** Requests per CPU-second of one client over another's of the same round. */
  static Spread ofRatios(List<Measurement> ours, List<Measurement> theirs) {
    return of(
        IntStream.range(0, ours.size())
            .mapToDouble(
                i -> ours.get(i).requestsPerCpuSecond() / theirs.get(i).requestsPerCpuSecond()));
  }

  /** For a table: {@code median (min to max)}. */
  String format(String number) {
    return (number + " (" + number + " to " + number + ")").formatted(median, min, max);
  }
}
