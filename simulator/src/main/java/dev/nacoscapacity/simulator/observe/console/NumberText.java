package dev.nacoscapacity.simulator.observe.console;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Numbers as they are shown, alike in every locale. */
final class NumberText {

  static final String NONE = "-";

  private static final int MINUTE = 60;
  private static final int HOUR = 3600;

  private NumberText() {}

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A percentile of microseconds in ms; a tenth is worth showing of small ones only. */
  static String millis(Histogram micros, double percentile) {
    if (micros.getTotalCount() == 0) {
      return NONE;
    }
    double millis = micros.getValueAtPercentile(percentile) / 1e3;
    return String.format(Locale.ROOT, millis < 100 ? "%.1f" : "%,.0f", millis);
  }

  /** A length of time as people say it. */
  static String time(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 2 * MINUTE) {
      return whole + " s";
    }
    return whole < HOUR
        ? "%d min %02d s".formatted(whole / MINUTE, whole % MINUTE)
        : "%d h %02d min".formatted(whole / HOUR, whole % HOUR / MINUTE);
  }
}
