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

/** A child process that is a worker, seen from its parent. */
final class WorkerProcess implements AutoCloseable {

  /** A signal's number on top of this is the exit code of who was killed by it. */
  private static final int KILLED = 128;

  /**
   * Its messages come by a descriptor of their own, {@link WorkerMain#MESSAGES}: the JVM itself
   * writes to stdout, too, where it was told to log, or when somebody asks it for its threads.
   */
  private static final String MESSAGES_APART = "exec \"$0\" \"$@\" 3>&1 1>&2";

  private final Process process;
  private final PrintStream stdin;

  private WorkerProcess(Process process) {
    this.process = process;
    this.stdin = new PrintStream(process.getOutputStream(), true, UTF_8);
  }

  /**
   * Starts one, with this JVM's own arguments.
   *
   * @param errors where its stderr goes, and what its JVM writes to stdout
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

  /** A worker that is gone gets nothing, which is no fault here: its end is noticed otherwise. */
  void send(WorkerMessage message) {
    stdin.println(message.line());
  }

  /**
   * Takes its messages on a thread of their own.
   *
   * @param ended runs when it is gone
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
                // A message cut short by its death, or no worker at all: it has to end either way.
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

  /** How it ended, in words. */
  String end() {
    int code = process.exitValue();
    return code > KILLED
        ? "was killed by signal " + (code - KILLED)
        : "ended with exit code " + code;
  }

  /** Takes it down if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
