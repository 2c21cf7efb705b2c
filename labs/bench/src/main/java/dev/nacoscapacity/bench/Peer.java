package dev.nacoscapacity.bench;

import dev.nacoscapacity.simulator.proc.ProcessUsage;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process on cores of its own, which ends with this one: {@code setpriv --pdeathsig} makes the
 * kernel kill it. It has a session of its own, since Ctrl-C goes to every foreground process of a
 * terminal, and a load that ended by Ctrl-C would count as failed.
 */
final class Peer implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 600;
  private static final int POLL_MILLIS = 20;

  private final String name;
  private final Process process;
  private final File log;
  private final ProcessUsage usage;
  private int answers;

  private Peer(String name, Process process, File log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.usage = new ProcessUsage(Path.of("/proc"), process.pid());
  }

  /**
   * Starts a process. Only for the main thread, since the kernel ends the process when the thread
   * that started it ends.
   *
   * @param name for messages and for the log file
   * @param cores in the format of {@code taskset -c}
   * @param directory working directory, which also contains the log of stdout and stderr
   */
  static Peer start(String name, String cores, Path directory, List<String> command)
      throws IOException {
    List<String> pinned = new ArrayList<>(List.of("setsid", "setpriv", "--pdeathsig", "KILL"));
    pinned.addAll(List.of("taskset", "-c", cores));
    pinned.addAll(command);
    File log = directory.resolve(name.replaceAll("\\W+", "-") + ".log").toFile();
    Process process =
        new ProcessBuilder(pinned)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    return new Peer(name, process, log);
  }

  /** The process, to wait for its end or to stop it in another way. */
  Process process() {
    return process;
  }

  /** Writes a line to its stdin. */
  void write(String line) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(line + "\n");
    input.flush();
  }

  /**
   * Sends a request to a program of this project, which answers by {@link Requests}.
   *
   * @param request a record, a text or a number
   * @throws MeasureException when the process ends before it answers, or takes too long
   */
  <T> T ask(Object request, Class<T> answer) throws IOException, InterruptedException {
    write(Requests.json(request));
    return answer(answer);
  }

  /** Waits for the next answer. */
  <T> T answer(Class<T> type) throws IOException, InterruptedException {
    answers++;
    return Requests.read(awaitLine(Requests.ANSWER, answers), type);
  }

  /** The lines of its output so far; while it runs, without an incomplete last line. */
  List<String> output() throws IOException {
    boolean running = process.isAlive();
    // Not through a channel, which an interrupt would close.
    try (FileInputStream in = new FileInputStream(log)) {
      String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return text.substring(0, running ? text.lastIndexOf('\n') + 1 : text.length())
          .lines()
          .toList();
    }
  }

  /** The last line of its output so far; empty when there is none. */
  String lastLine() throws IOException {
    List<String> lines = output();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** The remainder of each line so far that begins with this text. */
  List<String> linesAfter(String beginning) throws IOException {
    return output().stream()
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()))
        .toList();
  }

  /**
   * Waits until the process has written this many lines that begin with a text.
   *
   * @return the remainder of the last of these lines
   * @throws MeasureException when the process ends before, or takes too long
   */
  String awaitLine(String beginning, int count) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      // Checked before the output is read, so that the last lines count, too.
      boolean ended = !process.isAlive();
      List<String> lines = linesAfter(beginning);
      if (lines.size() >= count) {
        return lines.get(count - 1);
      }
      if (ended) {
        requireAlive();
      }
      if (System.nanoTime() - deadline > 0) {
        throw new MeasureException(
            "%s did not write '%s' within %d s; its last line: %s"
                .formatted(name, beginning.strip(), PATIENCE_SECONDS, lastLine()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** CPU time so far, to be subtracted from a later reading. */
  Reading read() throws IOException {
    requireAlive();
    return new Reading(System.nanoTime() / 1e9, usage.cpuSeconds());
  }

  /** Memory and threads, and CPU time of a process that may have ended. */
  ProcessUsage usage() {
    return usage;
  }

  /**
   * Requires the process to be running.
   *
   * @throws MeasureException with the last line of its output when it has ended
   */
  void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new MeasureException(
          "%s ended by itself with exit code %d: %s"
              .formatted(name, process.exitValue(), lastLine()));
    }
  }

  /**
   * Waits for the end of the process.
   *
   * @return its output
   * @throws MeasureException when the process fails
   */
  List<String> await() throws IOException, InterruptedException {
    if (process.waitFor() != 0) {
      requireAlive();
    }
    return output();
  }

  /** Asks the process to stop, and kills it when it has not ended after 2 s. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
