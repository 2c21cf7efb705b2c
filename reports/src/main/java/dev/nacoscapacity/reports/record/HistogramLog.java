package dev.nacoscapacity.reports.record;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/** {@code latency.hlog}: HdrHistogram's own log format, so that its tools read it too. */
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

  /** All intervals of each tag added up. A last line that a crash cut short is left out. */
  static Map<String, Histogram> merged(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    Map<String, Histogram> byTag = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(Arrays.copyOf(bytes, end)))) {
      for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
        AbstractHistogram interval = (AbstractHistogram) next;
        String tag = interval.getTag() == null ? "" : interval.getTag();
        byTag
            .computeIfAbsent(tag, t -> new Histogram(interval.getNumberOfSignificantValueDigits()))
            .add(interval);
      }
    }
    return byTag;
  }
}
