package dev.nacoscapacity.reports.record;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /** All intervals of each tag added up. */
  static Map<String, Histogram> merged(Path file) throws IOException {
    Map<String, Histogram> byTag = new TreeMap<>();
    for (Histogram interval : intervals(file)) {
      byTag
          .computeIfAbsent(
              interval.getTag(), t -> new Histogram(interval.getNumberOfSignificantValueDigits()))
          .add(interval);
    }
    return byTag;
  }

  /** Each interval as it was written, with its tag and its times in ms since the epoch. */
  static List<Histogram> intervals(Path file) throws IOException {
    List<Histogram> intervals = new ArrayList<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(WholeLines.of(file)))) {
      for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
        Histogram interval = (Histogram) next;
        interval.setTag(interval.getTag() == null ? "" : interval.getTag());
        intervals.add(interval);
      }
    }
    return intervals;
  }
}
