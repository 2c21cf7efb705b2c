package dev.nacoscapacity.reports.record;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/** HdrHistogram's own log format, so that its tools read it too. */
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
    micros.setTag(tag);
    writer.outputIntervalHistogram(fromSeconds, toSeconds, micros, MICROS_PER_MILLI);
  }

  /** Takes the intervals of a log in the order in which they were written. */
  static void read(Path file, Consumer<HistogramInterval> sink) throws IOException {
    try (HistogramLogReader reader = new HistogramLogReader(LineFile.wholeLines(file))) {
      for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
        String tag = next.getTag() == null ? "" : next.getTag();
        double base = reader.getStartTimeSec();
        sink.accept(
            new HistogramInterval(
                tag,
                next.getStartTimeStamp() / 1e3 - base,
                next.getEndTimeStamp() / 1e3 - base,
                (AbstractHistogram) next));
      }
    }
  }
}
