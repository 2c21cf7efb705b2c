package dev.nacoscapacity.simulator.shards;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The coordinator's handle of a shard in a child process. */
final class ShardProcess implements AutoCloseable {

  /** The exit code of a process killed by a signal, less the signal's number. */
  private static final int SIGNAL_EXIT_CODE = 128;

  /**
   * Messages use a separate descriptor, {@link ShardMain#MESSAGES}, since the JVM itself also
   * writes logs and thread dumps to stdout.
   */
  private static final String START_WITH_MESSAGE_DESCRIPTOR = "exec \"$0\" \"$@\" 3>&1 1>&2";

  private final Process process;
  private final ShardLink link;

  private ShardProcess(Process process) {
    this.process = process;
    this.link = new ShardLink(process.getInputStream(), process.getOutputStream());
  }

  /**
   * Starts a shard with this JVM's own arguments.
   *
   * @param errors file for its stderr and for the stdout of its JVM
   */
  static ShardProcess start(Path errors) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", START_WITH_MESSAGE_DESCRIPTOR));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ShardMain.class.getName());
    try {
      return new ShardProcess(new ProcessBuilder(command).redirectError(errors.toFile()).start());
    } catch (IOException e) {
      throw new RecordException("cannot start a worker process: " + e.getMessage());
    }
  }

  ShardLink link() {
    return link;
  }

  /**
   * Starts a thread that receives the shard's messages.
   *
   * @param onExit runs on that thread when the process has exited
   */
  void listen(Consumer<ShardMessage> received, Runnable onExit) {
    link.listen(
        "worker-" + pid(),
        received,
        // The message was truncated by the process's death, or the process is no shard.
        broken -> process.destroyForcibly(),
        () -> {
          process.onExit().join();
          onExit.run();
        });
  }

  long pid() {
    return process.pid();
  }

  /** Describes how the process exited, which it must have. */
  Message end() {
    int code = process.exitValue();
    return code > SIGNAL_EXIT_CODE
        ? Message.of("stop.end.signal", with("signal", code - SIGNAL_EXIT_CODE))
        : Message.of("stop.end.code", with("code", code));
  }

  /** Waits for the end of the process until a moment of {@link System#nanoTime}. */
  void awaitEnd(long deadline) {
    try {
      process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the process if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
