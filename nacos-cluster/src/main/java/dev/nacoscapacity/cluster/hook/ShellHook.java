package dev.nacoscapacity.cluster.hook;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A command in {@code sh -c}. The command has no terminal and a session of its own, so it cannot
 * prompt, and Ctrl-C does not interrupt it halfway. Its background processes outlive it.
 *
 * @param option that it was given by, which stands for it in messages
 * @param terminal receives the last lines that a command prints before it fails, without any part
 *     of the command; nothing else keeps them
 * @param output a temporary file
 */
public record ShellHook(
    String option, ShellCommand command, Consumer<String> terminal, Path output, Process process)
    implements Hook {

  /** Number of last output lines that the terminal gets of a failed command. */
  private static final int LINES = 5;

  private static final int TAIL_BYTES = 4096;

  /**
   * Starts a command.
   *
   * @param folder in which it runs
   * @throws HookException when it cannot be started
   */
  public static Hook start(
      String option, ShellCommand command, Path folder, Consumer<String> terminal) {
    Path output = null;
    try {
      output = Files.createTempFile("hook", ".log");
      return new ShellHook(
          option,
          command,
          terminal,
          output,
          new ProcessBuilder("setsid", "sh", "-c", command.text())
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start());
    } catch (IOException e) {
      if (output != null) {
        output.toFile().delete();
      }
      throw new HookException("cannot run %s: %s".formatted(what(option, command), e.getMessage()));
    }
  }

  @Override
  public String what() {
    return what(option, command);
  }

  private static String what(String option, ShellCommand command) {
    return "%s '%s'".formatted(option, command.program());
  }

  @Override
  public boolean ended() {
    return !process.isAlive();
  }

  @Override
  public Optional<String> failure() {
    try {
      if (process.exitValue() == 0) {
        return Optional.empty();
      }
      lastLines().forEach(line -> terminal.accept("%s printed: %s".formatted(what(), line)));
      return Optional.of("exited with " + process.exitValue());
    } finally {
      forget();
    }
  }

  private List<String> lastLines() {
    try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - TAIL_BYTES));
      byte[] tail = new byte[(int) (file.length() - file.getFilePointer())];
      file.readFully(tail);
      List<String> lines =
          new String(tail, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .map(command::masked)
              .toList();
      return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    } catch (IOException e) {
      return List.of("what cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void cancel() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    forget();
  }

  private void forget() {
    try {
      Files.deleteIfExists(output);
    } catch (IOException e) {
      // Only a small temporary file remains.
    }
  }
}
