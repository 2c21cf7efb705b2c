package dev.nacoscapacity.reports.summary;

import java.util.Locale;

/** Numbers as people read them in summary, tables and page, alike in every locale. */
public final class NumberText {

  public static final String UNKNOWN = "-";

  private NumberText() {}

  public static String of(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  public static String count(Number count) {
    return count == null ? UNKNOWN : of("%,d", count.longValue());
  }

  /** A tenth is worth showing only of small numbers. */
  public static String decimal(Double value) {
    if (value == null) {
      return UNKNOWN;
    }
    return of(value < 100 ? "%.1f" : "%,.0f", value);
  }

  public static String percent(double share) {
    return of("%.0f %%", 100 * share);
  }

  public static String megabytes(Long bytes) {
    return bytes == null ? UNKNOWN : of("%,.0f", bytes / 1e6);
  }
}
