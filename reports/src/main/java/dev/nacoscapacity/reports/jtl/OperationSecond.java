package dev.nacoscapacity.reports.jtl;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** What became of one operation's calls in some stretch of time. */
final class OperationSecond {

  private static final int DIGITS = 3;
  private static final Pattern WORD = Pattern.compile("(required|missed|hdr)=(\\S+)");

  private long required;
  private long ok;
  private long missed;
  private final Map<String, Long> failed = new TreeMap<>();
  private final Histogram micros = new Histogram(DIGITS);

  /** Adds a sample, or a second's worth of them with their histogram in the message. */
  void add(JtlRow row) {
    ok += row.count() - row.errors();
    if (row.errors() > 0) {
      failed.merge(row.reason(), row.errors(), Long::sum);
    }
    if (!row.aggregated()) {
      required += row.count();
      micros.recordValueWithCount(Math.max(0, row.elapsed()) * 1000, row.count());
      return;
    }
    Matcher words = WORD.matcher(row.message());
    while (words.find()) {
      switch (words.group(1)) {
        case "required" -> required += Long.parseLong(words.group(2));
        case "missed" -> missed += Long.parseLong(words.group(2));
        default -> micros.add(decode(words.group(2)));
      }
    }
  }

  private static Histogram decode(String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    } catch (DataFormatException | IllegalArgumentException e) {
      return new Histogram(DIGITS);
    }
  }

  long required() {
    return required;
  }

  long ok() {
    return ok;
  }

  long missed() {
    return missed;
  }

  Map<String, Long> failed() {
    return failed;
  }

  long failures() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }

  Histogram micros() {
    return micros;
  }
}
