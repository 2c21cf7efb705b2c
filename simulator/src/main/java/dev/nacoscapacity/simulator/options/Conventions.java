package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.console.Console;
import dev.nacoscapacity.simulator.preflight.machine.ShortageException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;

/** The conventions of all commands: formats of values, error messages, exit codes. */
public final class Conventions {

  /** The width without a terminal; each example fits on a line. */
  private static final int HELP_WIDTH = 100;

  private static final int MAX_SYNOPSIS_OPTIONS = 20;

  private Conventions() {}

  /** Runs a command and exits the JVM with its exit code. */
  public static void exit(
      BiFunction<PrintStream, PrintStream, CommandLine> command, String[] args) {
    // Numbers have the same format in every locale: 1,000.5.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    Console.unblockStandardError();
    int exitCode = ExitCode.INTERNAL;
    try {
      exitCode = command.apply(System.out, System.err).execute(args);
    } catch (Error e) {
      // Out of memory, or of file descriptors to load a class: otherwise the JVM would exit with 1,
      // the code of a failed run.
      System.err.println("internal error: " + e);
    }
    System.out.flush();
    Console.drainStandardError();
    System.exit(exitCode);
  }

  /** Applies the conventions to a command and its subcommands. */
  public static CommandLine apply(CommandLine line, PrintStream out, PrintStream err) {
    if (!line.getSubcommands().isEmpty()) {
      line.addSubcommand(new HelpCommand());
    }
    line.addSubcommand(new GenerateCompletion());
    version(line, Version.of(line.getCommandName()));
    abbreviate(line);
    registerChoices(line);
    return line.setUsageHelpWidth(HELP_WIDTH)
        .setUsageHelpAutoWidth(true)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .registerConverter(Duration.class, new DurationConverter())
        .registerConverter(int.class, Conventions::wholeNumber)
        .registerConverter(Integer.class, Conventions::wholeNumber)
        .registerConverter(long.class, Conventions::longNumber)
        .setCaseInsensitiveEnumValuesAllowed(true)
        // The default namespace has the same name as a subcommand.
        .setAllowSubcommandsAsOptionParameters(true)
        .setExecutionStrategy(Conventions::execute)
        .setParameterExceptionHandler(Conventions::wrongUsage)
        .setExecutionExceptionHandler(Conventions::failed);
  }

  /** Refuses options in front of a subcommand, which picocli would parse and leave unused. */
  private static int execute(ParseResult parsed) {
    ParseResult at = parsed;
    while (at.hasSubcommand() && !at.isUsageHelpRequested() && !at.isVersionHelpRequested()) {
      if (!at.matchedOptions().isEmpty()) {
        throw new ParameterException(
            at.subcommand().commandSpec().commandLine(),
            "%s stands in front of '%s', which would not see it: write it behind"
                .formatted(
                    at.matchedOptions().get(0).longestName(),
                    at.subcommand().commandSpec().name()));
      }
      at = at.subcommand();
    }
    return new RunLast().execute(parsed);
  }

  private static void version(CommandLine line, IVersionProvider version) {
    line.getCommandSpec().versionProvider(version);
    line.getSubcommands().values().forEach(subcommand -> version(subcommand, version));
  }

  /**
   * Abbreviates a synopsis with so many options that it would fill a screen before the description.
   */
  private static void abbreviate(CommandLine line) {
    if (line.getCommandSpec().options().size() > MAX_SYNOPSIS_OPTIONS) {
      line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    }
    line.getSubcommands().values().forEach(Conventions::abbreviate);
  }

  /** Parses enum options as their help writes them; picocli would show constant names. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void registerChoices(CommandLine line) {
    for (OptionSpec option : line.getCommandSpec().options()) {
      Class<?> type = option.type();
      if (type == ServerVersion.class) {
        line.registerConverter(ServerVersion.class, Conventions::version);
      } else if (type.isEnum()) {
        line.registerConverter((Class) type, new ChoiceConverter(type));
      }
    }
    line.getSubcommands().values().forEach(Conventions::registerChoices);
  }

  private static ServerVersion version(String text) {
    try {
      return ServerVersion.of(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static int wholeNumber(String text) {
    return number(text, Integer::parseInt, Integer.MAX_VALUE);
  }

  private static long longNumber(String text) {
    return number(text, Long::parseLong, Long.MAX_VALUE);
  }

  private static <N> N number(String text, Function<String, N> parse, N most) {
    try {
      return parse.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'%s' is not a whole number of at most %s".formatted(text, most));
    }
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    if (e.getCause() instanceof CriteriaOptions.HelpWanted) {
      CriteriaOptions.help().forEach(e.getCommandLine().getOut()::println);
      return ExitCode.OK;
    }
    PrintWriter err = e.getCommandLine().getErr();
    String command = "bin/" + e.getCommandLine().getCommandSpec().qualifiedName();
    err.println(oneLine(e.getMessage()) + "; see " + command + " --help");
    return ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine commandLine, ParseResult parsed) {
    PrintWriter err = commandLine.getErr();
    if (e instanceof UsageException) {
      err.println(oneLine(e.getMessage()));
      return ExitCode.USAGE;
    }
    if (e instanceof RecordException
        || e instanceof ClusterException
        || e instanceof AdminException
        || e instanceof ShortageException) {
      err.println(oneLine(e.getMessage()));
      return ExitCode.INCONCLUSIVE;
    }
    err.println("internal error, please report it with what follows:");
    e.printStackTrace(err);
    return ExitCode.INTERNAL;
  }

  private static String oneLine(String message) {
    return String.valueOf(message).replaceAll("\\s*\\R\\s*", " ");
  }
}
