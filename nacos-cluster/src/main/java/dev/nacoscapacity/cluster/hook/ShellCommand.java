package dev.nacoscapacity.cluster.hook;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/**
 * A command of an operator for {@code sh -c}. Any part of it may be a secret, so people and records
 * only ever get the name of its program.
 *
 * @param text the command itself, for the shell and for a file that only its owner reads
 */
public record ShellCommand(String text) {

  /** What stands for a part of the command in what it prints. */
  private static final String HIDDEN = "***";

  /** Shorter parts of a command are in any text by chance. */
  private static final int LEAST = 4;

  /** A path in front of a name, and the name, where a shell can only read them as a program. */
  private static final Pattern PROGRAM =
      Pattern.compile("\\s*(?:[A-Za-z0-9._+/-]*/)?([A-Za-z0-9._+-]+)(?=\\s|;|$).*", Pattern.DOTALL);

  /** A host name, an address or a number: a shell reads it as one plain word. */
  private static final Pattern WORD =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]*|\\[[0-9A-Fa-f:.]+](:\\d+)?");

  /** For an option. */
  public static final class Converter implements ITypeConverter<ShellCommand> {

    @Override
    public ShellCommand convert(String text) {
      return new ShellCommand(text);
    }
  }

  /** The base name of the program that the command begins with; {@code sh} where none is plain. */
  public String program() {
    Matcher program = PROGRAM.matcher(text);
    return program.matches() ? program.group(1) : "sh";
  }

  /**
   * The command with values in place of its placeholders {@code {name}}.
   *
   * @param values by the name of their placeholder
   * @throws IllegalArgumentException when a shell could read a value as more than one word
   */
  public ShellCommand filled(Map<String, String> values) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      if (!WORD.matcher(value.getValue()).matches()) {
        throw new IllegalArgumentException(
            "'%s' may not stand in a command, since a shell could read it as one: name the node by its address"
                .formatted(value.getValue()));
      }
      filled = filled.replace("{" + value.getKey() + "}", value.getValue());
    }
    return new ShellCommand(filled);
  }

  /** A line that the command printed: on one line, without any part of the command. */
  String masked(String line) {
    StringBuilder shown = new StringBuilder();
    int at = 0;
    while (at < line.length()) {
      int end = at;
      while (end < line.length() && text.contains(line.substring(at, end + 1))) {
        end++;
      }
      if (end - at >= LEAST) {
        shown.append(HIDDEN);
        at = end;
      } else {
        shown.append(line.charAt(at++));
      }
    }
    return shown.toString().replaceAll("\\p{Cntrl}+", " ").strip();
  }

  @Override
  public String toString() {
    return program();
  }
}
