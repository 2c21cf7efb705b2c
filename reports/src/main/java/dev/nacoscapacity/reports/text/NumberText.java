package dev.nacoscapacity.reports.text;

import java.util.Locale;

/** Formats numbers for summary, sentences, tables and page, independent of the locale. */
public final class NumberText {

  public static final String UNKNOWN = "-";

  private static final int MINUTE = 60;
  private static final int HOUR = 3600;

  private NumberText() {}

  /** As {@link String#format}, in the root locale: 1,000.5. */
  public static String of(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  /** A whole number with thousands separators; {@link #UNKNOWN} for null. */
  public static String count(Number count) {
    return count == null ? UNKNOWN : of("%,d", count.longValue());
  }

  /** One decimal below 100, none above; {@link #UNKNOWN} for null. */
  public static String decimal(Double value) {
    if (value == null) {
      return UNKNOWN;
    }
    return of(value < 100 ? "%.1f" : "%,.0f", value);
  }

  /** A share of 0 to 1 in whole percent. */
  public static String percent(double share) {
    return of("%.0f %%", 100 * share);
  }

  /**
   * A share of 0 to 1 in percent with up to three decimals, so that 98.996 % is not shown as its
   * bound of 99 %.
   */
  public static String exactPercent(double share) {
    return exact(share * 100) + " %";
  }

  /** Up to three decimals, without trailing zeros. */
  public static String exact(double value) {
    return of("%.3f", value).replaceAll("\\.?0+$", "");
  }

  /** A duration: 90 s, 2 min 05 s, 1 h 10 min. */
  public static String time(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 2 * MINUTE) {
      return whole + " s";
    }
    return whole < HOUR
        ? of("%d min %02d s", whole / MINUTE, whole % MINUTE)
        : of("%d h %02d min", whole / HOUR, whole % HOUR / MINUTE);
  }

  /** Bytes in MB of 10^6; {@link #UNKNOWN} for null. */
  public static String megabytes(Long bytes) {
    return bytes == null ? UNKNOWN : of("%,.0f", bytes / 1e6);
  }
}
