package dev.nacoscapacity.calibration.process;

import dev.nacoscapacity.simulator.observe.proc.ProcessUsage;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process on cores of its own, ended with this one: by {@link #close}, by a shutdown hook, and by
 * the kernel ({@code setpriv --pdeathsig}) when this process is killed. It has a session of its
 * own, since a terminal's Ctrl-C goes to all of a session's foreground: a load that it ended would
 * be taken for one that failed.
 */
public final class PinnedProcess implements AutoCloseable {

  /** What the first leaves to be finalized, the second collects. */
  private static final int COLLECTIONS = 2;

  private static final int LOOK_MILLIS = 20;

  private final String name;
  private final Process process;
  private final Output output;
  private final ProcessUsage usage;
  private final Thread hook;

  private PinnedProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.output = new Output(log);
    this.usage = new ProcessUsage(Path.of("/proc"), process.pid());
    this.hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a process. Only for the main thread: the kernel ends the process when the thread ends
   * that started it.
   *
   * @param directory where it runs, and where its output goes
   */
  public static PinnedProcess start(String name, int core, Path directory, List<String> command)
      throws IOException {
    return start(name, Integer.toString(core), directory, command);
  }

  /**
   * The same on several cores.
   *
   * @param cores as {@code taskset -c} takes them
   */
  public static PinnedProcess start(String name, String cores, Path directory, List<String> command)
      throws IOException {
    List<String> pinned =
        new ArrayList<>(
            List.of("setsid", "setpriv", "--pdeathsig", "KILL", "taskset", "-c", cores));
    pinned.addAll(command);
    Path log = directory.resolve(name.replaceAll("\\W+", "-") + ".log");
    Process process =
        new ProcessBuilder(pinned)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new PinnedProcess(name, process, log);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Writes a line to its input. */
  public void say(String line) throws IOException {
    Writer input = process.outputWriter(StandardCharsets.UTF_8);
    input.write(line + "\n");
    input.flush();
  }

  /** How many of the lines that it has written so far are this one. */
  public long count(String line) throws IOException {
    return output.count(line);
  }

  /**
   * Waits until it has written a line so many times.
   *
   * @throws MeasureException when it ends before, or that takes longer than {@code patience}
   */
  public void awaitCount(String line, long times, Duration patience)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (count(line) < times) {
      waitOn(line, patience, deadline);
    }
  }

  /**
   * Waits until it has written a line that begins like this.
   *
   * @return the line's rest
   * @throws MeasureException when it ends before, or that takes longer than {@code patience}
   */
  public String awaitLine(String beginning, Duration patience)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<String> line = line(beginning);
      if (line.isPresent()) {
        return line.get();
      }
      waitOn(beginning, patience, deadline);
    }
  }

  private void waitOn(String line, Duration patience, long deadline)
      throws IOException, InterruptedException {
    requireAlive();
    if (System.nanoTime() - deadline > 0) {
      throw new MeasureException(
          "%s did not say '%s' within %d s; the last it said: %s"
              .formatted(name, line, patience.toSeconds(), lastLine()));
    }
    Thread.sleep(LOOK_MILLIS);
  }

  /** The rest of the first line that begins like this, among those that it has written so far. */
  public Optional<String> line(String beginning) throws IOException {
    return output.after(beginning);
  }

  /** The first line that it has written so far that holds these words, from there on. */
  public Optional<String> lineFrom(String words) throws IOException {
    return output.from(words);
  }

  /** Resident memory in KiB, once its garbage is collected and the heap shrunk. */
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

  /** User and system time so far. */
  public double cpuSeconds() throws IOException {
    requireAlive();
    return usage.cpuSeconds();
  }

  /** What it takes, by its threads where asked. */
  public ProcessUsage usage() {
    return usage;
  }

  /**
   * @throws MeasureException with the last line of its output when the process has ended
   */
  public void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new MeasureException(
          "%s ended by itself with exit code %d: %s"
              .formatted(name, process.exitValue(), lastLine()));
    }
  }

  /** The last line it has written, or an empty text. */
  public String lastLine() throws IOException {
    return output.last();
  }

  /**
   * The rest of the last line that begins like this.
   *
   * @throws MeasureException when there is none
   */
  public String lastLine(String beginning) throws IOException {
    return output
        .lastAfter(beginning)
        .orElseThrow(() -> new MeasureException(name + " did not say '" + beginning + "'"));
  }

  /**
   * Waits for its end.
   *
   * @return the last line it has written
   * @throws MeasureException when it fails
   */
  public String await() throws IOException, InterruptedException {
    if (process.waitFor() != 0) {
      requireAlive();
    }
    return lastLine();
  }

  /**
   * Waits for its end, whatever its exit code, which may be a verdict.
   *
   * @throws MeasureException when it takes too long
   */
  public void awaitEnd(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
      throw new MeasureException(name + " did not end within " + patience.toSeconds() + " s");
    }
  }

  /** Lets it end by itself for a while, then asks it to. */
  public void endWithin(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
      process.destroy();
      process.waitFor();
    }
  }

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
      // The shutdown has begun, so the hook does it.
    }
  }
}
