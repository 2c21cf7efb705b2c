package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.process.ProcessTable.Identity;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One process that outlives this one, known by a pid file in its folder. It runs in a session of
 * its own, so that Ctrl-C in the terminal that started it does not reach it.
 */
record DetachedProcess(String name, Path folder, ProcessTable table) {

  /**
   * A lower priority than the generator's, so that the nodes do not starve the generator. Tests
   * whose nodes start on a busy machine set another value.
   */
  static final int NICE = Integer.getInteger("nacoscapacity.nice", 10);

  /**
   * Where the kernel schedules by session (sched_autogroup), a process's own niceness counts within
   * its session only, and the session's is what holds it back. A kernel without it has no such
   * file.
   */
  private static final List<String> IN_A_SESSION_AT_LOW_PRIORITY =
      List.of(
          "setsid",
          "nice",
          "-n",
          Integer.toString(NICE),
          "sh",
          "-c",
          "{ echo " + NICE + " >/proc/self/autogroup; } 2>/dev/null; exec \"$0\" \"$@\"");

  /** Begins the line in its output that says that it was started. */
  private static final String STARTED = "# started: ";

  /**
   * What a node takes from this process's environment. It must not take passwords, nor what a
   * server of Spring prefers to its own files, such as {@code SERVER_ADDRESS} or {@code
   * SPRING_DATASOURCE_PLATFORM}.
   */
  private static final Predicate<String> INHERITED =
      Pattern.compile("PATH|HOME|LANG|LC_.*|TZ|TMPDIR|LD_.*|JAVA_TOOL_OPTIONS|_JAVA_.*")
          .asMatchPredicate();

  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(60);

  /** Both its output streams, appended to at each start. */
  Path output() {
    return output(folder);
  }

  static Path output(Path folder) {
    return folder.resolve("logs").resolve("start.out");
  }

  /** The output since the last start. */
  String outputText() {
    // Not by a channel, which fails in an interrupted thread. Latin-1 reads any bytes.
    try (InputStream in = new FileInputStream(output().toFile())) {
      String all = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return all.substring(Math.max(0, all.lastIndexOf(STARTED)));
    } catch (FileNotFoundException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The running process, if the pid in the file still belongs to it. */
  Optional<Identity> running() {
    return recorded().filter(table::lives);
  }

  boolean paused() {
    return recorded().filter(table::paused).isPresent();
  }

  /** Starts the process, which must not be running. */
  void start(List<String> command, Map<String, String> environment) {
    List<String> line = new ArrayList<>(IN_A_SESSION_AT_LOW_PRIORITY);
    line.addAll(command);
    try {
      Files.createDirectories(output().getParent());
      try (Writer out = new FileWriter(output().toFile(), true)) {
        out.write(STARTED + Instant.now() + "\n");
      }
      ProcessBuilder builder =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
      builder.environment().keySet().removeIf(INHERITED.negate());
      builder.environment().putAll(environment);
      record(builder.start());
    } catch (IOException e) {
      throw new ClusterException("cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  /** Writes the pid file. If that fails, ends the process, since no later command could find it. */
  private void record(Process process) throws IOException {
    // setsid, nice and sh become the command in place, so its pid and start time are theirs.
    Optional<Identity> identity = table.identify(process.pid());
    if (identity.isEmpty()) {
      return;
    }
    // Not by channels, here and below, which fail in an interrupted thread.
    try (Writer out = new FileWriter(pidFile().toFile())) {
      out.write(identity.get().pid() + " " + identity.get().startTicks() + "\n");
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** SIGSTOP. */
  void pause() {
    running().ifPresent(process -> table.signal(process, "STOP"));
  }

  /** SIGCONT. */
  void resume() {
    running().ifPresent(process -> table.signal(process, "CONT"));
  }

  /** SIGKILL; returns when it is gone. */
  void kill() {
    Optional<Identity> process = running();
    if (process.isPresent()) {
      table.signal(process.get(), "KILL");
      Poll.until(
          () -> !table.lives(process.get()),
          KILL_TIMEOUT,
          () -> name + " (pid " + process.get().pid() + ") survives SIGKILL: see its kernel stack");
    }
  }

  private Optional<Identity> recorded() {
    try (InputStream in = new FileInputStream(pidFile().toFile())) {
      String[] fields = new String(in.readAllBytes()).strip().split(" ");
      return Optional.of(new Identity(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
    } catch (FileNotFoundException e) {
      // Also thrown when there is no file descriptor left, or no permission to read the file.
      if (Files.exists(pidFile())) {
        throw new UncheckedIOException(e);
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // The file was truncated by a full disk or edited by hand: it names no process.
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private Path pidFile() {
    return folder.resolve("pid");
  }
}
