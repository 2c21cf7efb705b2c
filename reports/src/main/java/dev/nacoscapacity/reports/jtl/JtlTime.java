package dev.nacoscapacity.reports.jtl;

import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How a JTL tells when a sample began: as a number since the epoch, in a unit that its size shows,
 * or as a date of this machine's time zone.
 */
final class JtlTime {

  /** JMeter's own formats, and ISO 8601. */
  private static final DateTimeFormatter DATES =
      DateTimeFormatter.ofPattern(
          "[uuuu-MM-dd][uuuu/MM/dd][MM/dd/uu][' ']['T']HH:mm:ss[.SSS][,SSS][XXX][XX]");

  /** These numbers are seconds from 2001 on, and no ms of a clock that was set. */
  private static final long LEAST_SECONDS = 1_000_000_000L;

  private static final long LEAST_MILLIS = 100_000_000_000L;
  private static final long LEAST_MICROS = 100_000_000_000_000L;
  private static final long LEAST_NANOS = 100_000_000_000_000_000L;

  static final String MILLIS = "in milliseconds";

  private JtlTime() {}

  /**
   * A time in ms since the epoch.
   *
   * @throws IllegalArgumentException when the text is no time
   */
  static long millis(String text) {
    if (!text.matches("-?\\d{1,18}|\\d{19}")) {
      return ofDate(text);
    }
    long number = Long.parseLong(text);
    if (number < 0) {
      throw new IllegalArgumentException("timeStamp is " + text);
    }
    return unit(number).toMillis(number);
  }

  private static TimeUnit unit(long number) {
    if (number >= LEAST_SECONDS && number < LEAST_MILLIS) {
      return TimeUnit.SECONDS;
    }
    return number < LEAST_MICROS
        ? TimeUnit.MILLISECONDS
        : number < LEAST_NANOS ? TimeUnit.MICROSECONDS : TimeUnit.NANOSECONDS;
  }

  /** The unit of a time, as in {@code in seconds}; {@link #MILLIS} is JMeter's own. */
  static String unit(String text) {
    return text.matches("\\d+")
        ? "in " + unit(Long.parseLong(text)).name().toLowerCase(Locale.ROOT)
        : "as a date";
  }

  private static long ofDate(String text) {
    try {
      TemporalAccessor date = DATES.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
      OffsetDateTime exact =
          date instanceof LocalDateTime local
              ? local.atZone(ZoneId.systemDefault()).toOffsetDateTime()
              : (OffsetDateTime) date;
      return exact.toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("timeStamp is \"" + text + "\", which is no time");
    }
  }

  /**
   * Whether times that JMeter writes in a format can be read.
   *
   * @param format of {@code jmeter.save.saveservice.timestamp_format}: {@code ms}, {@code none}, or
   *     a pattern of {@link SimpleDateFormat}
   */
  static boolean reads(String format) {
    if (format.equalsIgnoreCase("ms")) {
      return true;
    }
    Instant probe = Instant.ofEpochSecond(1_800_000_007L);
    try {
      return millis(new SimpleDateFormat(format).format(Date.from(probe))) == probe.toEpochMilli();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
