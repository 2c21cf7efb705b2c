package dev.nacoscapacity.calibration.process;

import dev.nacoscapacity.simulator.proc.ProcessUsage;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process on cores of its own. It ends with this process: by {@link #close}, by a shutdown hook,
 * or by the kernel ({@code setpriv --pdeathsig}) when this process is killed. It has a session of
 * its own, since Ctrl-C goes to every foreground process of a terminal, and a load that ended by
 * Ctrl-C would count as failed.
 */
public final class PinnedProcess implements AutoCloseable {

  /** The second collection frees objects that the first one left for finalization. */
  private static final int COLLECTIONS = 2;

  private static final int POLL_MILLIS = 20;

  private final String name;
  private final Process process;
  private final File log;
  private final ProcessUsage usage;
  private final Thread hook;
  private int answers;

  private PinnedProcess(String name, Process process, File log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.usage = new ProcessUsage(Path.of("/proc"), process.pid());
    this.hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a process. Only for the main thread, since the kernel ends the process when the thread
   * that started it ends.
   *
   * @param name for messages and for the log file
   * @param cores in the format of {@code taskset -c}
   * @param directory working directory, which also contains the log of stdout and stderr
   */
  public static PinnedProcess start(String name, String cores, Path directory, List<String> command)
      throws IOException {
    List<String> pinned =
        new ArrayList<>(
            List.of("setsid", "setpriv", "--pdeathsig", "KILL", "taskset", "-c", cores));
    pinned.addAll(command);
    File log = directory.resolve(name.replaceAll("\\W+", "-") + ".log").toFile();
    Process process =
        new ProcessBuilder(pinned)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    return new PinnedProcess(name, process, log);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Writes a line to its stdin. */
  public void write(String line) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(line + "\n");
    input.flush();
  }

  /**
   * Sends a request to a program of this project, which answers by {@link Requests}.
   *
   * @param request a record, a text or a number
   * @throws MeasureException when the process ends before it answers, or takes longer than {@code
   *     timeout}
   */
  public <T> T ask(Object request, Class<T> answer, Duration timeout)
      throws IOException, InterruptedException {
    send(request);
    return awaitAnswer(answer, timeout);
  }

  /** Sends a request without waiting for the answer. */
  public void send(Object request) throws IOException {
    write(Requests.json(request));
  }

  /** Waits for the answer to the oldest unanswered request. */
  public <T> T awaitAnswer(Class<T> answer, Duration timeout)
      throws IOException, InterruptedException {
    answers++;
    return Requests.read(awaitLine(Requests.ANSWER, answers, timeout), answer);
  }

  /** The lines of its output so far; while the process runs, without an incomplete last line. */
  public List<String> output() throws IOException {
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
  public String lastLine() throws IOException {
    List<String> lines = output();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  /** The remainder of each line so far that begins with this text. */
  public List<String> linesAfter(String beginning) throws IOException {
    return output().stream()
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()))
        .toList();
  }

  /**
   * Waits until the process has written this many lines that begin with a text.
   *
   * @return the remainder of the last of these lines
   * @throws MeasureException when the process ends before, or that takes longer than {@code
   *     timeout}
   */
  public String awaitLine(String beginning, int count, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
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
                .formatted(name, beginning.strip(), timeout.toSeconds(), lastLine()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /**
   * Resident memory in KiB, after a garbage collection and shrinking of the heap.
   *
   * @param jcmd program of the JDK
   */
  public long residentKib(Path jcmd) throws IOException, InterruptedException {
    for (int i = 0; i < COLLECTIONS; i++) {
      requireAlive();
      new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.run")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
    return usage.residentBytes().orElseThrow() / 1024;
  }

  /** CPU time and context switches so far, to be subtracted from a later reading. */
  public Reading read() throws IOException {
    requireAlive();
    return new Reading(System.nanoTime() / 1e9, usage.cpuSeconds(), usage.switches());
  }

  /** Memory and threads, and CPU time even if the process may have ended. */
  public ProcessUsage usage() {
    return usage;
  }

  /**
   * Requires the process to be running.
   *
   * @throws MeasureException with the last line of its output when the process has ended
   */
  public void requireAlive() throws IOException {
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
  public List<String> await() throws IOException, InterruptedException {
    if (process.waitFor() != 0) {
      requireAlive();
    }
    return output();
  }

  /**
   * Waits for the end of the process with any exit code, which may be a verdict.
   *
   * @return whether the process ended by itself within {@code timeout}
   */
  public boolean awaitEnd(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS);
  }

  /** Asks the process to stop, and waits until it has written its results and ended. */
  public void terminate() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  /** Asks the process to stop, and kills it when it has not ended after 2 s. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      // The shutdown has begun, so its hook ends the process.
    }
  }
}
