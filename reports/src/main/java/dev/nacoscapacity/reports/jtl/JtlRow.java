package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * One line of a JTL: one sample, or several when {@code SampleCount} says so.
 *
 * @param line its number in the file, from 1
 * @param start in ms since the epoch; 0 for a sample that failed before it began
 * @param elapsed in ms; of several samples that are not {@link #aggregated} their sum
 * @param label the sampler's name; in this project's plans the operation
 * @param count samples; 0 for a second of a fleet with calls due and none ended
 * @param errors failed samples
 * @param code the response's code, for example {@code 200}
 * @param message the response's message; in this project's plans also further figures
 * @param failure why an assertion failed; empty when none did
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
    String code,
    String message,
    String failure,
    String thread,
    long pauses) {

  private static final long SECOND = 1_000;

  private static final Pattern WORD = Pattern.compile("(required|skipped|hdr)=(\\S+)");

  /** The message of a sample that a fleet's shard summed up. */
  private static final Pattern OF_SHARD = Pattern.compile("shard=\\S+ phase=\\S+ .*");

  /** The message of a row that JMeter adds for a transaction controller. */
  private static final Pattern OF_TRANSACTION =
      Pattern.compile("Number of samples in transaction : \\d+, number of failing .*");

  /** What a page and a terminal can show of a stack trace. */
  private static final int LONGEST_REASON = 300;

  /** The end in ms since the epoch; that of a one-second summary is the end of that second. */
  public long end() {
    return start + Math.round(meanMillis());
  }

  /** Of one sample; JMeter adds up the times of the samples that it sums up in a row. */
  private double meanMillis() {
    return aggregated() || count < 2 ? elapsed : (double) elapsed / count;
  }

  /** Whether it is the first row of one of this project's plans, which tells the settings. */
  public boolean tellsSettings() {
    return label.equals(PlanSettings.LABEL) && PlanSettings.parse(message).known();
  }

  /** Whether its sampler began, so that it has a time; JMeter stamps one that did not with 0. */
  boolean began() {
    return start > 0;
  }

  /** Whether it sums up the calls of a transaction controller. */
  boolean isTransaction() {
    return OF_TRANSACTION.matcher(message).matches();
  }

  /**
   * The beginning in ms since the epoch; that of a one-second summary is the beginning of that
   * second, as its {@code start} is its end less the mean of its calls.
   */
  long begin() {
    return aggregated() ? end() - SECOND : start;
  }

  /** Whether this row summarizes one second of samples, with their histogram in the message. */
  public boolean aggregated() {
    return OF_SHARD.matcher(message).matches();
  }

  public boolean ok() {
    return errors == 0;
  }

  /**
   * Adds the sample, or the one-second summary in the message, to the figures.
   *
   * @param why it failed, if it did
   */
  void addTo(OperationStats stats, String why) {
    stats.add(OperationCount.STARTED, count);
    stats.add(OperationCount.OK, count - errors);
    if (errors > 0) {
      stats.fail(why, errors);
    }
    if (!aggregated()) {
      if (began() && count > 0) {
        stats
            .recording(LatencyPart.LATENCY)
            .recordValueWithCount(Math.round(meanMillis() * 1000), count);
      }
      return;
    }
    Matcher words = WORD.matcher(message);
    while (words.find()) {
      switch (words.group(1)) {
        case "required" -> stats.add(OperationCount.REQUIRED, Long.parseLong(words.group(2)));
        case "skipped" -> stats.add(OperationCount.SKIPPED, Long.parseLong(words.group(2)));
        default -> addHistogram(stats, words.group(2));
      }
    }
  }

  private static void addHistogram(OperationStats stats, String base64) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      stats.recording(LatencyPart.LATENCY).add(Histogram.decodeFromCompressedByteBuffer(bytes, 0));
    } catch (DataFormatException | IllegalArgumentException e) {
      // A foreign line that looks like ours: count its samples without their times.
    }
  }

  /** The reason of the failure in a line: the message of the assertion, or of the response. */
  public String reason() {
    if (failure.isBlank() && aggregated()) {
      return "see the shard's run folder";
    }
    String reason =
        failure.isBlank() ? code + " " + message : (code.equals("200") ? "" : code + " ") + failure;
    String line = reason.replaceAll("\\s+", " ").strip();
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
  }
}
