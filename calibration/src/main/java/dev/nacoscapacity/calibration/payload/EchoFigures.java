package dev.nacoscapacity.calibration.payload;

import org.HdrHistogram.Histogram;

/**
 * What a client saw; times in ms.
 *
 * @param echoes a second
 * @param stalled percent of echoes that took {@value #STALL_MILLIS} ms or more
 */
record EchoFigures(double echoes, double mean, double p90, double max, double stalled) {

  /** Linux delays an ACK by 40 ms; nothing else here takes nearly so long. */
  static final int STALL_MILLIS = 30;

  private static final double NANOS_PER_MILLI = 1e6;

  static EchoFigures of(Histogram nanos, long elapsedNanos) {
    long all = nanos.getTotalCount();
    long stall = STALL_MILLIS * (long) NANOS_PER_MILLI;
    return new EchoFigures(
        all * 1e9 / elapsedNanos,
        all == 0 ? 0 : nanos.getMean() / NANOS_PER_MILLI,
        nanos.getValueAtPercentile(90) / NANOS_PER_MILLI,
        nanos.getMaxValue() / NANOS_PER_MILLI,
        all == 0
            ? 0
            : 100.0 * nanos.getCountBetweenValues(stall, nanos.getHighestTrackableValue()) / all);
  }
}
