package dev.nacoscapacity.simulator.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.reports.record.RecordException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A worker process, from the view of the parent. */
final class WorkerProcess implements AutoCloseable {

  /** The exit code of a process killed by a signal is this plus the signal's number. */
  private static final int KILLED = 128;

  /**
   * Messages use a separate descriptor, {@link WorkerMain#MESSAGES}, since the JVM itself also
   * writes to stdout, for its own logging or for a thread dump.
   */
  private static final String MESSAGES_APART = "exec \"$0\" \"$@\" 3>&1 1>&2";

  private final Process process;
  private final PrintStream stdin;

  private WorkerProcess(Process process) {
    this.process = process;
    this.stdin = new PrintStream(process.getOutputStream(), true, UTF_8);
  }

  /**
   * Starts a worker with this JVM's own arguments.
   *
   * @param errors file for its stderr and for the stdout of its JVM
   */
  static WorkerProcess start(Path errors) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", MESSAGES_APART));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(WorkerMain.class.getName());
    try {
      return new WorkerProcess(new ProcessBuilder(command).redirectError(errors.toFile()).start());
    } catch (IOException e) {
      throw new RecordException("cannot start a worker process: " + e.getMessage());
    }
  }

  /** Writing to an ended worker fails, which is ignored here: its end is detected elsewhere. */
  void send(WorkerMessage message) {
    stdin.println(message.line());
  }

  /**
   * Receives its messages on a separate thread.
   *
   * @param ended runs when the process has ended
   */
  void listen(Consumer<WorkerMessage> received, Runnable ended) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
                for (String line; (line = lines.readLine()) != null; ) {
                  received.accept(WorkerMessage.parse(line));
                }
              } catch (IOException | IllegalArgumentException e) {
                // A message truncated by the worker's death, or not a worker at all: kill the
                // process in both cases.
                process.destroyForcibly();
              }
              process.onExit().join();
              ended.run();
            },
            "worker-" + pid());
    thread.setDaemon(true);
    thread.start();
  }

  long pid() {
    return process.pid();
  }

  /** A description of how the process ended. */
  String end() {
    int code = process.exitValue();
    return code > KILLED
        ? "was killed by signal " + (code - KILLED)
        : "ended with exit code " + code;
  }

  /** Kills the process if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
