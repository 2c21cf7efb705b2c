package dev.nacoscapacity.core.text;

import java.util.Locale;
import java.util.function.DoubleFunction;

/** Formats numbers for summary, sentences, tables and page, independent of the locale. */
public final class NumberText {

  public static final String UNKNOWN = "-";

  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int MOST_DECIMALS = 12;

  private NumberText() {}

  /** As {@link String#format}, in the root locale: 1,000.5. */
  public static String of(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  /** A whole number with thousands separators; {@link #UNKNOWN} for null. */
  public static String count(Number count) {
    return count == null ? UNKNOWN : of("%,d", count.longValue());
  }

  /** A number of things: {@code 1 node is}, {@code 3 nodes are}. */
  public static String counted(long count, String one, String several) {
    return counted(count(count), one, several);
  }

  /** A formatted number of things. */
  public static String counted(String count, String one, String several) {
    return count + " " + (count.equals("1") ? one : several);
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

  /**
   * A value that broke a bound, with as many more decimals as tell it from the bound.
   *
   * @param format of both, a share in percent or the number itself
   */
  public static String apart(double value, double bound, DoubleFunction<String> format) {
    String text = format.apply(value);
    double scale = text.endsWith("%") ? 100 : 1;
    for (int decimals = 1;
        decimals <= MOST_DECIMALS && value != bound && text.equals(format.apply(bound));
        decimals++) {
      String more = "%,." + decimals + "f";
      if (!of(more, scale * value).equals(of(more, scale * bound))) {
        text = text.replaceFirst("[\\d,.]+", of(more, scale * value));
      }
    }
    return text;
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
