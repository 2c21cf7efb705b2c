package dev.nacoscapacity.core.record;

import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/** A distribution of durations, in ms. */
public record Percentiles(
    double mean, double p50, double p90, double p95, double p99, double p999, double max) {

  /** Reads a histogram of microseconds; empty when the histogram is. */
  public static Optional<Percentiles> ofMicros(AbstractHistogram micros) {
    return micros.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(
            new Percentiles(
                Math.round(micros.getMean()) / 1e3,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(90) / 1e3,
                micros.getValueAtPercentile(95) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getValueAtPercentile(99.9) / 1e3,
                micros.getMaxValue() / 1e3));
  }
}
