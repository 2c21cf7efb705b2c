package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.databind.MappingIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * A run's folder, to read from.
 *
 * @param path of the folder
 * @param run what its run.json says
 */
public record RunFolder(Path path, RunRecord run) {

  public static final String RUN_JSON = "run.json";
  public static final String INTERVALS_CSV = "intervals.csv";
  public static final String LATENCY_HLOG = "latency.hlog";
  public static final String JUDGED_HLOG = "judged.hlog";
  public static final String EVENTS_JSONL = "events.jsonl";
  public static final String REGISTRY_CSV = "registry.csv";
  public static final String SERVERS_CSV = "servers.csv";

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /**
   * Where a run goes that was given no folder: {@code <parent>/<utc>-<name>}, with a number behind
   * it when that exists already.
   */
  public static Path fresh(Path parent, Instant now, String name) {
    String stem = UTC.format(now) + "-" + name;
    Path folder = parent.resolve(stem);
    for (int i = 2; Files.exists(folder); i++) {
      folder = parent.resolve(stem + "-" + i);
    }
    return folder;
  }

  /**
   * Reads a run.
   *
   * @throws RecordException when there is no run, it is damaged, or a newer version wrote it
   */
  public static RunFolder open(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new RecordException("no run at " + folder + ": no such folder");
    }
    Path file = folder.resolve(RUN_JSON);
    if (!Files.exists(file)) {
      throw new RecordException(folder + " is not a run: it has no " + RUN_JSON);
    }
    return new RunFolder(folder, RunJson.read(file));
  }

  /**
   * The whole run's histograms of microseconds, by tag {@code <operation>.<part>}; empty when the
   * run wrote none.
   *
   * @throws RecordException when the log cannot be read
   */
  public Map<String, Histogram> histograms() {
    return read(LATENCY_HLOG, HistogramLog::merged, new TreeMap<>());
  }

  /**
   * The same, second by second: each with its tag and its times in ms since the epoch, in the order
   * in which they were written.
   *
   * @throws RecordException when the log cannot be read
   */
  public List<Histogram> histogramsBySecond() {
    return read(LATENCY_HLOG, HistogramLog::intervals, List.of());
  }

  /**
   * The distributions that run.json's percentiles are read from, by the same tags and {@link
   * Recorder#BEAT_GAP}; empty when the run ended before it had any.
   *
   * @throws RecordException when the log cannot be read
   */
  public Map<String, Histogram> judgedHistograms() {
    return read(JUDGED_HLOG, HistogramLog::merged, new TreeMap<>());
  }

  /**
   * Rows of intervals.csv, oldest first.
   *
   * @throws RecordException when the file cannot be read; likewise the methods below
   */
  public List<IntervalRow> intervals() {
    return read(INTERVALS_CSV, file -> CsvFile.read(file, IntervalRow.class), List.of());
  }

  /** Rows of registry.csv, oldest first. */
  public List<RegistryRow> registry() {
    return read(REGISTRY_CSV, file -> CsvFile.read(file, RegistryRow.class), List.of());
  }

  /** Rows of servers.csv, oldest first. */
  public List<ServerRow> servers() {
    return read(SERVERS_CSV, file -> CsvFile.read(file, ServerRow.class), List.of());
  }

  /** Lines of events.jsonl, oldest first. */
  public List<Event> events() {
    return read(
        EVENTS_JSONL,
        file -> {
          try (MappingIterator<Event> events =
              Json.MAPPER.readerFor(Event.class).readValues(WholeLines.of(file))) {
            return events.readAll();
          }
        },
        List.of());
  }

  private interface Reading<T> {
    T from(Path file) throws IOException;
  }

  private <T> T read(String name, Reading<T> reading, T absent) {
    Path file = path.resolve(name);
    if (!Files.exists(file)) {
      return absent;
    }
    try {
      return reading.from(file);
    } catch (IOException e) {
      throw new RecordException("cannot read %s: %s".formatted(file, Faults.words(e)), e);
    }
  }
}
