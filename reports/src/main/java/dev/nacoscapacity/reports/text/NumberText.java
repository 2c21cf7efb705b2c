package dev.nacoscapacity.reports.text;

import java.util.Locale;

/** Numbers as people read them in summary, sentences, tables and page, alike in every locale. */
public final class NumberText {

  public static final String UNKNOWN = "-";

  private NumberText() {}

  /** As {@link String#format}, in the root locale: 1,000.5. */
  public static String of(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  /** A whole number with separators of thousands; {@link #UNKNOWN} for null. */
  public static String count(Number count) {
    return count == null ? UNKNOWN : of("%,d", count.longValue());
  }

  /** One decimal below 100, none above, where a tenth tells nothing; {@link #UNKNOWN} for null. */
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
   * A share of 0 to 1 in percent with up to three decimals, so that 98.996 % does not read as its
   * bound of 99 %.
   */
  public static String exactPercent(double share) {
    return of("%.3f", share * 100).replaceAll("\\.?0+$", "") + " %";
  }

  /** Bytes in MB of 10^6; {@link #UNKNOWN} for null. */
  public static String megabytes(Long bytes) {
    return bytes == null ? UNKNOWN : of("%,.0f", bytes / 1e6);
  }
}
