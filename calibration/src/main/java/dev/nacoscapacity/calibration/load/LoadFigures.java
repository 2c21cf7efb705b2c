package dev.nacoscapacity.calibration.load;

import org.HdrHistogram.Histogram;

/**
 * What a load saw; times in ms.
 *
 * @param requests that it made, those to begin with that it did not count among them
 * @param rate good answers a second
 */
public record LoadFigures(
    long requests, double rate, double p50, double p90, double p99, double max) {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  static LoadFigures of(long requests, Histogram nanos, long elapsedNanos) {
    return new LoadFigures(
        requests,
        nanos.getTotalCount() * NANOS_PER_SECOND / elapsedNanos,
        nanos.getValueAtPercentile(50) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(90) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(99) / NANOS_PER_MILLI,
        nanos.getMaxValue() / NANOS_PER_MILLI);
  }

  /** How long the load was on, in s. */
  public double seconds() {
    return requests / rate;
  }
}
