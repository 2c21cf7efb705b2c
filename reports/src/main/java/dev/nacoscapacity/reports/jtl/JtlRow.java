package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.reports.stats.LatencyPart;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.OperationStats;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * One line of a JTL: one sample, or several when {@code SampleCount} says so.
 *
 * @param start in ms since the epoch
 * @param elapsed in ms
 * @param label the sampler's name; in this project's plans the operation
 * @param count samples; 0 for a second of a fleet with calls due and none ended
 * @param errors failed samples
 * @param code the response's code, for example {@code 200}
 * @param message the response's message; in this project's plans also further figures
 * @param failure why an assertion failed; empty when none did
 */
public record JtlRow(
    long start,
    long elapsed,
    String label,
    long count,
    long errors,
    String code,
    String message,
    String failure) {

  private static final long SECOND = 1_000;

  private static final Pattern WORD = Pattern.compile("(required|skipped|hdr)=(\\S+)");

  /** The end in ms since the epoch; that of a one-second summary is the end of that second. */
  public long end() {
    return start + elapsed;
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
    return message.contains(" phase=");
  }

  public boolean ok() {
    return errors == 0;
  }

  /** Adds the sample, or the one-second summary in the message, to the figures. */
  void addTo(OperationStats stats) {
    stats.add(OperationCount.STARTED, count);
    stats.add(OperationCount.OK, count - errors);
    if (errors > 0) {
      stats.fail(reason(), errors);
    }
    if (!aggregated()) {
      stats.add(OperationCount.REQUIRED, count);
      stats.recording(LatencyPart.LATENCY).recordValueWithCount(Math.max(0, elapsed) * 1000, count);
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

  /** The reason of the failure: the message of the assertion, or else of the response. */
  public String reason() {
    if (!failure.isBlank()) {
      return (code.equals("200") ? "" : code + " ") + failure;
    }
    return aggregated() ? "see the shard's run folder" : (code + " " + message).strip();
  }
}
