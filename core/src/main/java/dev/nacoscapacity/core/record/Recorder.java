package dev.nacoscapacity.core.record;

import static dev.nacoscapacity.core.text.Arguments.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a run to its folder while the run goes on. Rows and events go to memory, which never
 * fails; call {@link #flush} each second to write them to the operating system. From the start the
 * folder contains a valid run that is marked as interrupted, so a crash leaves everything that was
 * flushed.
 *
 * <p>The first write error stops the recording: {@code flush} throws once, and all later rows are
 * ignored, so that a full disk neither stops the run nor fills the memory. Safe for use by several
 * threads.
 */
public final class Recorder implements Closeable {

  /** Opens a new file for writing. */
  @FunctionalInterface
  interface Opener {
    SeekableByteChannel open(Path file) throws IOException;
  }

  private final Path folder;
  private final Opener opener;
  private final List<AppendFile> files = new ArrayList<>();
  private final CsvFile intervals;
  private final CsvFile registry;
  private final CsvFile servers;
  private final AppendFile events;
  private final HistogramLog histograms;
  private final HistogramLog measured;
  private RecordException fault;

  /**
   * Starts a record.
   *
   * @param folder created when absent; must be empty
   * @param begun what is known of the run at its start; written as interrupted
   * @throws RecordException when the folder is not empty or cannot be written
   */
  public static Recorder open(Path folder, RunRecord begun) {
    return open(folder, begun, begun.startedAt());
  }

  /**
   * Starts the record of a run with its own clock.
   *
   * @param clockStart time on the clock of rows and events when the run began
   */
  public static Recorder open(Path folder, RunRecord begun, Instant clockStart) {
    return open(
        folder,
        begun,
        clockStart,
        file ->
            Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  static Recorder open(Path folder, RunRecord begun, Opener opener) {
    return open(folder, begun, begun.startedAt(), opener);
  }

  private static Recorder open(Path folder, RunRecord begun, Instant clockStart, Opener opener) {
    requireEmpty(folder);
    try {
      Files.createDirectories(folder);
      RunJson.write(folder.resolve(RunFolder.RUN_JSON), begun.withInterrupted(true), opener);
      Recorder recorder = new Recorder(folder, clockStart, opener);
      recorder.flush();
      return recorder;
    } catch (IOException e) {
      throw RecordException.unwritable(folder, e);
    }
  }

  /**
   * Checks before a run that it can be recorded in a folder. Creates nothing, since the run may be
   * refused.
   *
   * @throws RecordException when the folder is not empty or cannot be written
   */
  public static void requireEmpty(Path folder) {
    Path there = folder.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      throw RecordException.unwritable(folder, new FileAlreadyExistsException(there.toString()));
    }
    if (!Files.isWritable(there)) {
      throw RecordException.unwritable(folder, new AccessDeniedException(there.toString()));
    }
    if (there.equals(folder.toAbsolutePath())) {
      try (Stream<Path> content = Files.list(folder)) {
        if (content.findAny().isPresent()) {
          throw new RecordException(
              folder + " is not empty, and a run needs a folder of its own; use another --out DIR");
        }
      } catch (IOException e) {
        throw RecordException.unwritable(folder, e);
      }
    }
  }

  private Recorder(Path folder, Instant clockStart, Opener opener) throws IOException {
    this.folder = folder;
    this.opener = opener;
    this.intervals = new CsvFile(file(RunFolder.INTERVALS_CSV), OperationRow.COLUMNS);
    this.registry = new CsvFile(file(RunFolder.REGISTRY_CSV), RegistryRow.COLUMNS);
    this.servers = new CsvFile(file(RunFolder.SERVERS_CSV), ServerRow.COLUMNS);
    this.events = file(RunFolder.EVENTS_JSONL);
    this.histograms = new HistogramLog(file(RunFolder.LATENCY_HLOG), clockStart);
    this.measured = new HistogramLog(file(RunFolder.MEASURED_HLOG), clockStart);
  }

  private AppendFile file(String name) throws IOException {
    Path path = folder.resolve(name);
    AppendFile file = new AppendFile(path, opener.open(path));
    files.add(file);
    return file;
  }

  public Path folder() {
    return folder;
  }

  /**
   * Adds a second: rows to intervals.csv and registry.csv, distributions to latency.hlog.
   *
   * @param time end of the second
   * @param fromSeconds begin of the second, since the run began
   * @param toSeconds end of the second, since the run began
   */
  public synchronized void second(
      Instant time, double fromSeconds, double toSeconds, String phase, RunStats stats) {
    if (fault != null) {
      return;
    }
    stats
        .operations()
        .forEach(
            (operation, calls) -> {
              if (hasRow(calls)) {
                intervals.append(OperationRow.of(time, toSeconds, phase, operation, calls).cells());
              }
            });
    stats
        .registry()
        .forEach(
            (node, listed) ->
                registry.append(new RegistryRow(time, toSeconds, node, listed).cells()));
    stats
        .histograms()
        .forEach((tag, micros) -> histograms.append(tag, fromSeconds, toSeconds, micros));
  }

  /**
   * Whether an operation gets a row: one that only has calls of earlier seconds in flight does not.
   */
  private static boolean hasRow(OperationStats calls) {
    return calls.toMap().entrySet().stream()
        .anyMatch(count -> count.getKey() != OperationCount.IN_FLIGHT && count.getValue() > 0);
  }

  /** Adds a row to servers.csv. */
  public synchronized void server(ServerRow row) {
    if (fault == null) {
      servers.append(row);
    }
  }

  /** Adds a line to events.jsonl. */
  public synchronized void event(Event event) {
    if (fault != null) {
      return;
    }
    try {
      events.append((Json.MAPPER.writeValueAsString(event) + "\n").getBytes(UTF_8));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("an event that is no JSON: " + event, e);
    }
  }

  /**
   * Writes measured.hlog: the distributions behind the percentiles in run.json, so that several
   * runs can be merged.
   *
   * @param fromSeconds when the measurement window began, since the run began
   * @param toSeconds when the window ended
   * @param stats of the window
   */
  public synchronized void measured(double fromSeconds, double toSeconds, RunStats stats) {
    if (fault == null) {
      stats
          .histograms()
          .forEach((tag, micros) -> measured.append(tag, fromSeconds, toSeconds, micros));
    }
  }

  /**
   * Writes everything to the operating system.
   *
   * @throws RecordException once, when a file cannot be written
   */
  public synchronized void flush() {
    if (fault != null) {
      return;
    }
    for (AppendFile file : files) {
      try {
        file.flush();
      } catch (RecordException e) {
        keep(e);
      }
    }
    if (fault != null) {
      throw fault;
    }
  }

  private void keep(RecordException e) {
    if (fault == null) {
      fault = e;
    } else {
      fault.addSuppressed(e);
    }
  }

  /**
   * Flushes, and replaces run.json by the final record, with a note when rows were lost.
   *
   * @throws RecordException when run.json cannot be written; the first version of it remains
   */
  public synchronized void finish(RunRecord run) {
    RunRecord last = run;
    try {
      flush();
    } catch (RecordException e) {
      // The note below reports the error; run.json itself may still fit on the disk.
    }
    if (fault != null) {
      List<Message> notes = new ArrayList<>(run.notes());
      notes.add(Message.of("note.incomplete", with("why", fault.getMessage())));
      last = run.withNotes(notes);
    }
    RunJson.write(folder.resolve(RunFolder.RUN_JSON), last, opener);
  }

  /** Flushes and closes the files; leaves run.json unchanged. */
  @Override
  public synchronized void close() {
    try {
      flush();
    } finally {
      files.forEach(AppendFile::close);
      files.clear();
    }
  }
}
