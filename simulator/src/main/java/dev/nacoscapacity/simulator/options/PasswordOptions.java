package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/**
 * Options for the password of a login. It is never given on the command line, which every user of
 * the machine can read.
 */
public final class PasswordOptions {

  private static final String DEFAULT_PASSWORD = "nacos";
  private static final String VARIABLE = "NACOS_PASSWORD";

  @Option(
      names = "--password",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "REFUSED",
      description =
          "ask for its password; a value is refused (default: $"
              + VARIABLE
              + ", or "
              + DEFAULT_PASSWORD
              + ")")
  private String passwordOption;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "read its password from this file; a line break at the end is left out")
  private Path file;

  private final Map<String, String> environment;
  private final Supplier<char[]> terminal;
  private String password;

  PasswordOptions() {
    this(System.getenv(), PasswordOptions::prompt);
  }

  /**
   * @param terminal reads a password from the terminal; returns null without a terminal
   */
  PasswordOptions(Map<String, String> environment, Supplier<char[]> terminal) {
    this.environment = environment;
    this.terminal = terminal;
  }

  private static char[] prompt() {
    Console console = System.console();
    return console == null ? null : console.readPassword("password: ");
  }

  boolean areGiven() {
    return passwordOption != null || file != null;
  }

  /**
   * Refuses a password on the command line, without repeating it.
   *
   * @throws UsageException when there is such a password, or several sources of a password
   */
  void requireNoValue() {
    if (passwordOption != null && !passwordOption.isEmpty()) {
      throw new UsageException(
          "a value of --password shows in the list of processes: leave it out and be asked, or set "
              + VARIABLE
              + ", or give --password-file FILE");
    }
    UsageException.unless(
        passwordOption == null || file == null,
        "--password",
        "asks and --password-file reads: give one");
  }

  /**
   * Returns the password, which is read or prompted for once.
   *
   * @throws UsageException when the file cannot be read, or there is no terminal
   */
  String password() {
    if (password == null) {
      password =
          file != null
              ? fromFile()
              : passwordOption != null
                  ? fromTerminal()
                  : environment.getOrDefault(VARIABLE, DEFAULT_PASSWORD);
    }
    return password;
  }

  private String fromFile() {
    try {
      return Files.readString(file).replaceFirst("\\R\\z", "");
    } catch (IOException e) {
      throw new UsageException("--password-file: cannot read " + file);
    }
  }

  private String fromTerminal() {
    char[] typed = terminal.get();
    UsageException.unless(
        typed != null,
        "--password",
        "asks at a terminal, and there is none: set "
            + VARIABLE
            + ", or give --password-file FILE");
    return new String(typed);
  }
}
