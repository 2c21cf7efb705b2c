package dev.nacoscapacity.calibration.payload;

/**
 * How long a case takes.
 *
 * @param serverWarmUpMillis of each server before the first round
 * @param warmUpMillis that do not count, by which the client gets warm
 * @param measuredMillis after them
 */
record PayloadTiming(int serverWarmUpMillis, int warmUpMillis, int measuredMillis) {

  static final PayloadTiming QUICK = new PayloadTiming(1_000, 300, 600);
  static final PayloadTiming FULL = new PayloadTiming(5_000, 1_500, 3_000);
}
