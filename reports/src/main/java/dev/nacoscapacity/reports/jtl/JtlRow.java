package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.reports.jtl.JtlFile.OddLineException;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One line of a JTL: one sample, or several when {@code SampleCount} says so.
 *
 * @param line its number in the file, from 1
 * @param start in ms since the epoch; 0 for a sample that failed before it began
 * @param elapsed in ms; of several samples their sum
 * @param label the sampler's name; in this project's plans the operation
 * @param count samples
 * @param errors failed samples
 * @param thread the name of its thread; empty where the file does not tell
 * @param pauses within it that {@code elapsed} leaves out, in ms, as between a transaction's calls
 */
public record JtlRow(
    int line,
    long start,
    long elapsed,
    String label,
    long count,
    long errors,
    Answer answer,
    String thread,
    long pauses) {

  /**
   * What the sampler was answered.
   *
   * @param code the response's, for example {@code 200}
   * @param message the response's; in this project's plans also further figures
   * @param failure why an assertion failed; empty when none did
   */
  public record Answer(String code, String message, String failure) {

    /** The reason of a failure in a line: the message of the assertion, or of the response. */
    private String reason() {
      String reason =
          failure.isBlank()
              ? code + " " + message
              : (code.equals("200") ? "" : code + " ") + failure;
      String line = reason.replaceAll("\\s+", " ").strip();
      return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }
  }

  /** Dates of this machine's time zone, as JMeter can write them, and ISO 8601. */
  private static final DateTimeFormatter DATES =
      DateTimeFormatter.ofPattern(
          "[uuuu-MM-dd][uuuu/MM/dd][MM/dd/uu][' ']['T']HH:mm:ss[.SSS][,SSS][XXX][XX]");

  /** The message of a row that JMeter adds for a transaction controller. */
  private static final Pattern OF_TRANSACTION =
      Pattern.compile("Number of samples in transaction : \\d+, number of failing .*");

  /** What a page and a terminal can show of a stack trace. */
  private static final int LONGEST_REASON = 300;

  /** Longer than any test, and short enough to count in microseconds. */
  private static final long MOST_MILLIS = 1_000_000_000_000L;

  /**
   * A line under a header.
   *
   * @throws OddLineException when it is no sample
   */
  static JtlRow of(int line, List<String> names, List<String> fields) throws OddLineException {
    if (fields.size() != names.size()) {
      throw new OddLineException(fields.size() + " fields, not " + names.size());
    }
    Map<String, String> cells = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      cells.put(names.get(i), fields.get(i).strip());
    }
    // Spreadsheets write TRUE.
    String success = cells.get("success").toLowerCase(Locale.ROOT);
    if (!success.equals("true") && !success.equals("false")) {
      throw new OddLineException("success is \"" + success + "\"");
    }
    long count = number(cells, "SampleCount", 1);
    JtlRow row =
        new JtlRow(
            line,
            millis(cells.get("timeStamp")),
            number(cells, "elapsed", 0),
            cells.get("label").isEmpty() ? "(no name)" : cells.get("label"),
            count,
            number(cells, "ErrorCount", success.equals("true") ? 0 : count),
            new Answer(
                cells.getOrDefault("responseCode", ""),
                cells.getOrDefault("responseMessage", ""),
                cells.getOrDefault("failureMessage", "")),
            cells.getOrDefault("threadName", ""),
            number(cells, "IdleTime", 0));
    if (row.elapsed < 0 || row.elapsed > MOST_MILLIS || row.errors < 0 || row.errors > row.count) {
      throw new OddLineException(
          "elapsed %d, SampleCount %d, ErrorCount %d"
              .formatted(row.elapsed, row.count, row.errors));
    }
    return row;
  }

  private static long millis(String time) throws OddLineException {
    try {
      long millis = time.matches("\\d{1,19}") ? Long.parseLong(time) : ofDate(time);
      // As large as these are only seconds, or micro- and nanoseconds, of our days.
      if (millis >= 1_000_000_000L && millis < 100_000_000_000L || millis >= 100_000_000_000_000L) {
        throw new OddLineException("timeStamp is " + time + ", which are no milliseconds");
      }
      return millis;
    } catch (DateTimeParseException | NumberFormatException e) {
      throw new OddLineException("timeStamp is \"" + time + "\", which is no time");
    }
  }

  private static long ofDate(String text) {
    TemporalAccessor date = DATES.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
    return date instanceof LocalDateTime local
        ? local.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli()
        : Instant.from(date).toEpochMilli();
  }

  /**
   * Whether times that JMeter writes in a format can be read.
   *
   * @param format a pattern of {@link SimpleDateFormat}
   */
  static boolean readsTimes(String format) {
    Instant probe = Instant.ofEpochSecond(1_800_000_007L);
    try {
      return millis(new SimpleDateFormat(format).format(Date.from(probe))) == probe.toEpochMilli();
    } catch (IllegalArgumentException | OddLineException e) {
      return false;
    }
  }

  private static long number(Map<String, String> cells, String column, long otherwise)
      throws OddLineException {
    String text = cells.getOrDefault(column, Long.toString(otherwise));
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new OddLineException(column + " is \"" + text + "\"");
    }
  }

  /** The end in ms since the epoch. */
  public long end() {
    return start + Math.round(meanMillis());
  }

  /** Of one sample; JMeter adds up the times of the samples that it sums up in a row. */
  private double meanMillis() {
    return count < 2 ? elapsed : (double) elapsed / count;
  }

  /** Whether it is the first row of one of this project's plans, which tells the settings. */
  public boolean tellsSettings() {
    return label.equals(PlanSettings.LABEL) && PlanSettings.parse(answer.message).isKnown();
  }

  /** Whether its sampler began, so that it has a time; JMeter stamps one that did not with 0. */
  boolean began() {
    return start > 0;
  }

  /** Whether it sums up the calls of a transaction controller. */
  boolean isTransaction() {
    return OF_TRANSACTION.matcher(answer.message).matches();
  }

  public boolean ok() {
    return errors == 0;
  }

  /**
   * Adds the sample to the figures.
   *
   * @param why it failed, if it did
   */
  void addTo(OperationStats stats, String why) {
    stats.add(OperationCount.STARTED, count);
    stats.add(OperationCount.OK, count - errors);
    if (errors > 0) {
      stats.fail(why, errors);
    }
    if (began()) {
      stats
          .recording(LatencyPart.LATENCY)
          .recordValueWithCount(Math.round(meanMillis() * 1000), count);
    }
  }

  /** The reason of the failure in a line. */
  public String reason() {
    return answer.reason();
  }
}
