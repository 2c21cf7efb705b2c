package dev.nacoscapacity.calibration.load;

import org.HdrHistogram.Histogram;

/**
 * What a load saw; times in ms.
 *
 * @param requests that it made, those to begin with that it did not count among them
 * @param seconds that all of them took
 * @param rate good answers a second, among those that counted
 */
public record LoadFigures(
    long requests, double seconds, double rate, double p50, double p90, double p99, double max) {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * @param nanos of the answers that counted
   * @param elapsedNanos in which they came
   */
  static LoadFigures of(long requests, double seconds, Histogram nanos, long elapsedNanos) {
    return new LoadFigures(
        requests,
        seconds,
        nanos.getTotalCount() * NANOS_PER_SECOND / elapsedNanos,
        nanos.getValueAtPercentile(50) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(90) / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(99) / NANOS_PER_MILLI,
        nanos.getMaxValue() / NANOS_PER_MILLI);
  }
}
