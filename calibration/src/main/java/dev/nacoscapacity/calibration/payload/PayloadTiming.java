package dev.nacoscapacity.calibration.payload;

/**
 * How long a case takes.
 *
 * @param warmUpMillis that do not count
 * @param measuredMillis after them
 */
record PayloadTiming(int warmUpMillis, int measuredMillis) {

  static final PayloadTiming QUICK = new PayloadTiming(500, 800);
  static final PayloadTiming FULL = new PayloadTiming(3_000, 5_000);
}
