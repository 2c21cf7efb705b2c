package dev.nacoscapacity.reports.summary;

import java.util.Locale;

/** Numbers as they stand in the summary, alike in every locale. */
final class Figures {

  static final String UNKNOWN = "-";

  private Figures() {}

  static String of(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  static String count(Number count) {
    return count == null ? UNKNOWN : of("%,d", count.longValue());
  }

  /** A tenth is worth showing only of small numbers. */
  static String decimal(Double value) {
    if (value == null) {
      return UNKNOWN;
    }
    return of(value < 100 ? "%.1f" : "%,.0f", value);
  }

  static String megabytes(Long bytes) {
    return bytes == null ? UNKNOWN : of("%,.0f", bytes / 1e6);
  }
}
