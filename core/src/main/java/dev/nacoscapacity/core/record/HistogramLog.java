package dev.nacoscapacity.core.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * HdrHistogram's own log format, so that its tools can read the file. In that format a tag ends at
 * a comma, a space or the end of the line, and the charset is the machine's. Tags are therefore
 * URL-encoded, since the labels of a JTL may contain any character. Encoding does not change the
 * tags of the simulator's own operations.
 */
final class HistogramLog {

  private static final double MICROS_PER_MILLI = 1e3;

  private final HistogramLogWriter writer;

  HistogramLog(AppendFile file, Instant startedAt) {
    writer = new HistogramLogWriter(file.pending());
    writer.outputComment("[Values in microseconds, Interval_Max in milliseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(startedAt.toEpochMilli());
    writer.outputBaseTime(startedAt.toEpochMilli());
    writer.setBaseTime(startedAt.toEpochMilli());
    writer.outputLegend();
  }

  void append(String tag, double fromSeconds, double toSeconds, Histogram micros) {
    micros.setTag(URLEncoder.encode(tag, UTF_8).replace("+", "%20"));
    writer.outputIntervalHistogram(fromSeconds, toSeconds, micros, MICROS_PER_MILLI);
  }

  /** Reads the intervals of a log, if there is one, in the order in which they were written. */
  static final class Reader implements Closeable {

    private final HistogramLogReader log;

    Reader(Path file) throws IOException {
      log = new HistogramLogReader(LineFile.wholeLines(file));
    }

    /** The next interval; empty when there are no more. */
    Optional<HistogramInterval> next() {
      return Optional.ofNullable(log.nextIntervalHistogram()).map(this::interval);
    }

    private HistogramInterval interval(EncodableHistogram micros) {
      double base = log.getStartTimeSec();
      return new HistogramInterval(
          micros.getTag() == null ? "" : decoded(micros.getTag()),
          micros.getStartTimeStamp() / 1e3 - base,
          micros.getEndTimeStamp() / 1e3 - base,
          (AbstractHistogram) micros);
    }

    @Override
    public void close() {
      log.close();
    }
  }

  private static String decoded(String tag) {
    return URLDecoder.decode(tag.replace("+", "%2B"), UTF_8);
  }
}
