package dev.nacoscapacity.core.record;

import org.HdrHistogram.AbstractHistogram;

/** A distribution of durations, in ms. */
public record Percentiles(
    double mean, double p50, double p90, double p99, double p999, double max) {

  /** Reads a histogram of microseconds; null when the histogram is empty. */
  public static Percentiles ofMicros(AbstractHistogram micros) {
    if (micros.getTotalCount() == 0) {
      return null;
    }
    return new Percentiles(
        Math.round(micros.getMean()) / 1e3,
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(90) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3);
  }
}
