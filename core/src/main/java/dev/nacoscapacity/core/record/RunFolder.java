package dev.nacoscapacity.core.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Reads the folder of a run.
 *
 * @param path of the folder
 * @param run the content of its run.json
 */
public record RunFolder(Path path, RunRecord run) {

  public static final String RUN_JSON = "run.json";
  public static final String INTERVALS_CSV = "intervals.csv";
  public static final String LATENCY_HLOG = "latency.hlog";
  public static final String MEASURED_HLOG = "measured.hlog";
  public static final String EVENTS_JSONL = "events.jsonl";
  public static final String REGISTRY_CSV = "registry.csv";
  public static final String SERVERS_CSV = "servers.csv";
  public static final String REPORT_HTML = "report.html";

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /**
   * The default folder of a new run: {@code <parent>/<utc>-<name>}, with a number appended when
   * that exists already.
   */
  public static Path fresh(Path parent, Instant now, String name) {
    return unused(parent.resolve(UTC.format(now) + "-" + name));
  }

  /** The folder itself, or the folder with a number appended when it exists already. */
  public static Path unused(Path folder) {
    Path unused = folder;
    for (int i = 2; Files.exists(unused); i++) {
      unused = folder.resolveSibling(folder.getFileName() + "-" + i);
    }
    return unused;
  }

  /**
   * Deletes what a failed conversion left, which would pass for a run.
   *
   * @param whole whether to delete the folder itself, too
   */
  public static void discard(Path folder, boolean whole) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      if (whole) {
        Files.delete(folder);
      }
    } catch (IOException e) {
      // The failure that led here says more.
    }
  }

  /**
   * Reads a run.
   *
   * @throws RecordException when the folder contains no run, or the run is damaged or was written
   *     by a newer version
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
   * The folder itself, or the folders of runs in it where it is no run, by their names.
   *
   * @throws RecordException when it is a folder without any
   */
  public static List<Path> runsIn(Path folder) {
    if (isRun(folder) || !Files.isDirectory(folder)) {
      // What is wrong with it is said when it is opened.
      return List.of(folder);
    }
    try (Stream<Path> inside = Files.list(folder)) {
      List<Path> runs = inside.filter(RunFolder::isRun).sorted().toList();
      if (runs.isEmpty()) {
        throw new RecordException(
            "no run in %s: neither it nor a folder in it has a %s; name folders of runs"
                .formatted(folder, RUN_JSON));
      }
      return runs;
    } catch (IOException e) {
      throw RecordException.unreadable(folder, e);
    }
  }

  private static boolean isRun(Path folder) {
    return Files.exists(folder.resolve(RUN_JSON));
  }

  /**
   * The histograms of the whole run in microseconds, by tag {@code <operation>.<part>}; empty when
   * the run wrote none.
   *
   * @throws RecordException when the log cannot be read
   */
  public Map<String, Histogram> histograms() {
    return merged(LATENCY_HLOG);
  }

  /**
   * The distributions behind the percentiles in run.json, by the same tags and those of {@link
   * dev.nacoscapacity.core.stats.FleetDuration}; empty when the run stopped before it had any.
   *
   * @throws RecordException when the log cannot be read
   */
  public Map<String, Histogram> measuredHistograms() {
    return merged(MEASURED_HLOG);
  }

  private Map<String, Histogram> merged(String name) {
    Map<String, Histogram> byTag = new TreeMap<>();
    read(
        name,
        interval ->
            byTag
                .computeIfAbsent(
                    interval.tag(),
                    tag -> new Histogram(interval.micros().getNumberOfSignificantValueDigits()))
                .add(interval.micros()));
    return byTag;
  }

  /**
   * Passes the lines of latency.hlog to a consumer, in order; none when the run wrote none.
   *
   * @throws RecordException when the log cannot be read
   */
  public void histogramIntervals(Consumer<HistogramInterval> sink) {
    read(LATENCY_HLOG, sink);
  }

  private void read(String name, Consumer<HistogramInterval> sink) {
    Path file = path.resolve(name);
    try (HistogramLog.Reader log = new HistogramLog.Reader(file)) {
      Stream.generate(log::next)
          .takeWhile(Optional::isPresent)
          .forEach(next -> sink.accept(next.get()));
    } catch (IOException | RuntimeException e) {
      throw RecordException.unreadable(file, e);
    }
  }

  /**
   * Reads the seconds one after the other.
   *
   * @throws RecordException when a file cannot be read, or a row is damaged
   */
  public SecondsReader seconds() {
    return new SecondsReader(this);
  }

  /**
   * The rows of intervals.csv that were written. Empty when there is no such file, like the three
   * methods below.
   *
   * @throws RecordException when a row is damaged
   */
  public List<OperationRow> intervals() {
    return LineFile.csv(path.resolve(INTERVALS_CSV), OperationRow::read);
  }

  /** The rows of registry.csv. */
  public List<RegistryRow> registryRows() {
    return LineFile.csv(path.resolve(REGISTRY_CSV), RegistryRow::read);
  }

  /** The rows of servers.csv. */
  public List<ServerRow> serverRows() {
    return LineFile.csv(path.resolve(SERVERS_CSV), ServerRow.class);
  }

  /** The lines of events.jsonl. */
  public List<Event> events() {
    return LineFile.json(path.resolve(EVENTS_JSONL), Event.class);
  }
}
