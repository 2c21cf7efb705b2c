package dev.nacoscapacity.cluster.hook;

import dev.nacoscapacity.cluster.Redaction;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command in {@code sh -c}. The command has no terminal and a session of its own, so it cannot
 * prompt, and Ctrl-C does not interrupt it halfway. Its background processes outlive it.
 */
public final class ShellHook implements Hook {

  /** Number of last output lines that are shown for a failed command. */
  private static final int LINES = 5;

  private static final int TAIL_BYTES = 4096;

  /** A host name, an address or a number: a shell reads it as one plain word. */
  private static final Pattern WORD =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]*|\\[[0-9A-Fa-f:.]+](:\\d+)?");

  private final String command;
  private final Path output;
  private final Process process;

  private ShellHook(String command, Path output, Process process) {
    this.command = command;
    this.output = output;
    this.process = process;
  }

  /**
   * Replaces the placeholders {@code {name}} of a command by values.
   *
   * @param values by the name of their placeholder
   * @throws IllegalArgumentException when a shell could read a value as more than one word
   */
  public static String filled(String command, Map<String, String> values) {
    String filled = command;
    for (Map.Entry<String, String> value : values.entrySet()) {
      if (!WORD.matcher(value.getValue()).matches()) {
        throw new IllegalArgumentException(
            "'%s' may not stand in a command, since a shell could read it as one: name the node by its address"
                .formatted(value.getValue()));
      }
      filled = filled.replace("{" + value.getKey() + "}", value.getValue());
    }
    return filled;
  }

  /**
   * Starts a command.
   *
   * @param folder in which it runs
   * @throws HookException when it cannot be started
   */
  public static Hook start(String command, Path folder) {
    Path output = null;
    try {
      output = Files.createTempFile("hook", ".log");
      return new ShellHook(
          command,
          output,
          new ProcessBuilder("setsid", "sh", "-c", command)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start());
    } catch (IOException e) {
      if (output != null) {
        output.toFile().delete();
      }
      throw new HookException("cannot run '%s': %s".formatted(shown(command), e.getMessage()));
    }
  }

  /** A text for people: on one line, without secrets and terminal escape sequences. */
  public static String shown(String text) {
    return Redaction.value("", text).replaceAll("\\p{Cntrl}+", " ").strip();
  }

  @Override
  public String what() {
    return "'" + shown(command) + "'";
  }

  @Override
  public boolean ended() {
    return !process.isAlive();
  }

  @Override
  public Optional<String> failure() {
    try {
      return process.exitValue() == 0
          ? Optional.empty()
          : Optional.of("exited with %d: %s".formatted(process.exitValue(), lastLines()));
    } finally {
      forget();
    }
  }

  private String lastLines() {
    try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - TAIL_BYTES));
      byte[] tail = new byte[(int) (file.length() - file.getFilePointer())];
      file.readFully(tail);
      List<String> lines =
          new String(tail, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .map(ShellHook::shown)
              .toList();
      return lines.isEmpty()
          ? "it printed nothing"
          : lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
              .collect(Collectors.joining(" | "));
    } catch (IOException e) {
      return "what it printed cannot be read: " + e.getMessage();
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
