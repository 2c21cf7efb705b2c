package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The conventions of all commands: start, help, formats of values, error texts, exit codes. */
public final class Conventions {

  /** The width without a terminal; each example fits on a line. */
  private static final int HELP_WIDTH = 100;

  private static final int MAX_SYNOPSIS_OPTIONS = 20;

  /** Of a misspelt option, at most. */
  private static final int MOST_EDITS = 2;

  private static final OptionSources COMMAND_LINE = new OptionSources(List.of(), Map.of());

  private Conventions() {}

  /**
   * Runs a command, given stdout and stderr, and ends this JVM with its exit code. Options that are
   * not on its command line come from the environment, or from the file of {@code --config}.
   */
  public static void exit(
      BiFunction<PrintStream, PrintStream, CommandLine> command, String[] args) {
    exit(() -> execute(command.apply(System.out, System.err), List.of(args), System.getenv()));
  }

  /**
   * Runs a command in this JVM with its options of all sources, and returns its exit code.
   *
   * @param environment variables that complete the command line
   */
  static int execute(CommandLine line, List<String> args, Map<String, String> environment) {
    try {
      OptionSources sources = OptionSources.of(line, args, environment);
      return line.setParameterExceptionHandler((e, all) -> wrongUsage(e, sources))
          .setExecutionExceptionHandler((e, at, parsed) -> failed(e, at.getErr(), sources))
          .execute(sources.arguments().toArray(String[]::new));
    } catch (UsageException e) {
      return failed(e, line.getErr(), COMMAND_LINE);
    }
  }

  /** Runs a program and ends this JVM with its exit code, or with that of what it throws. */
  public static void exit(Callable<Integer> program) {
    // Numbers have the same format in every locale: 1,000.5.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    NonBlockingStream.unblockStandardError();
    System.setOut(new PrintStream(System.out, true, NonBlockingStream.charset()));
    ShutdownSignals.exitOnSignal();
    int exitCode = ExitCode.INTERNAL;
    try {
      exitCode = program.call();
    } catch (Exception e) {
      exitCode = failed(e, new PrintWriter(System.err, true), COMMAND_LINE);
    } catch (Error e) {
      // Out of memory, or of file descriptors to load a class: otherwise the JVM would exit with 1,
      // the code of a failed run.
      System.err.println("internal error: " + e);
    }
    System.out.flush();
    NonBlockingStream.drainStandardError();
    System.exit(exitCode);
  }

  /** Applies the conventions to a command and its subcommands. */
  public static CommandLine apply(CommandLine line, PrintStream out, PrintStream err) {
    if (!line.getSubcommands().isEmpty()) {
      line.addSubcommand(new HelpCommand());
    }
    line.addSubcommand(new GenerateCompletion());
    describeOwn(line);
    describe(line, Version.of(line.getCommandName()), new HelpTexts());
    return withFormats(line)
        .setUsageHelpWidth(HELP_WIDTH)
        .setUsageHelpAutoWidth(true)
        .setOut(writer(out))
        .setErr(writer(err))
        .setExecutionStrategy(Conventions::execute)
        .setParameterExceptionHandler((e, args) -> wrongUsage(e, COMMAND_LINE))
        .setExecutionExceptionHandler(
            (e, command, parsed) -> failed(e, command.getErr(), COMMAND_LINE));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, /* autoFlush= */ true, NonBlockingStream.charset());
  }

  /** A parser of options that are no command, with the same formats of values. */
  public static CommandLine parser(Object options) {
    return withFormats(new CommandLine(options));
  }

  private static CommandLine withFormats(CommandLine line) {
    registerChoices(line);
    return line.registerConverter(Duration.class, new DurationConverter())
        .registerConverter(int.class, Conventions::wholeNumber)
        .registerConverter(Integer.class, Conventions::wholeNumber)
        .registerConverter(long.class, Conventions::longNumber)
        .setCaseInsensitiveEnumValuesAllowed(true)
        // The default namespace has the same name as a subcommand.
        .setAllowSubcommandsAsOptionParameters(true);
  }

  /**
   * Parses enum options and parameters as their help writes them; picocli would show constant
   * names.
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void registerChoices(CommandLine line) {
    for (ArgSpec option : line.getCommandSpec().args()) {
      if (option.type().isEnum()) {
        line.registerConverter((Class) option.type(), new ChoiceConverter(option.type()));
      }
    }
    line.getSubcommands().values().forEach(Conventions::registerChoices);
  }

  /**
   * Refuses options in front of a subcommand, which picocli would parse and leave unused, and a
   * missing subcommand with the names of all.
   */
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
    CommandSpec last = at.commandSpec();
    HelpTexts.speak(parsed.commandSpec().commandLine(), language(last));
    if (!last.subcommands().isEmpty()
        && !(last.userObject() instanceof Callable)
        && !at.isUsageHelpRequested()
        && !at.isVersionHelpRequested()) {
      throw new ParameterException(
          last.commandLine(),
          "a command is missing: " + String.join(", ", last.subcommands().keySet()));
    }
    return new RunLast().execute(parsed);
  }

  private static Language language(CommandSpec command) {
    return command.findOption(LanguageOption.NAME).getValue();
  }

  /** Describes picocli's own commands as briefly as ours. */
  private static void describeOwn(CommandLine line) {
    describe(line, "help", "Shows the help of a command.");
    describe(
        line,
        "generate-completion",
        "Prints a script that completes commands and options in bash and zsh.",
        "",
        "Example: source <(bin/%s generate-completion)".formatted(line.getCommandName()));
  }

  private static void describe(CommandLine line, String name, String text, String... footer) {
    CommandLine command = line.getSubcommands().get(name);
    if (command != null) {
      command
          .getCommandSpec()
          .usageMessage()
          .header(new String[0])
          .description(text)
          .footer(footer);
    }
  }

  private static void describe(CommandLine line, String version, HelpTexts help) {
    CommandSpec command = line.getCommandSpec();
    addLanguage(command);
    addHelp(command);
    help.arrange(command);
    command.version(version);
    command.usageMessage().sortOptions(false);
    if (command.options().size() > MAX_SYNOPSIS_OPTIONS) {
      // It would fill a screen before the description.
      command.usageMessage().abbreviateSynopsis(true);
    }
    line.getSubcommands().values().forEach(subcommand -> describe(subcommand, version, help));
  }

  private static void addLanguage(CommandSpec command) {
    if (command.findOption(LanguageOption.NAME) == null) {
      command.addMixin("language", CommandSpec.forAnnotatedObject(new LanguageOption()));
    }
  }

  /** Adds {@code -h} and {@code -V}, once, as picocli's own mixin does. */
  private static void addHelp(CommandSpec command) {
    if (command.findOption("--help") != null) {
      return;
    }
    command
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
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

  private static int wrongUsage(ParameterException e, OptionSources sources) {
    CommandLine line = e.getCommandLine();
    if (e.getCause() instanceof HelpRequest request) {
      request.lines().forEach(line.getOut()::println);
      return ExitCode.OK;
    }
    line.getErr()
        .printf(
            "%s; see bin/%s --help%n",
            sources.blamed(option(e), oneLine(complaint(e))),
            line.getCommandSpec().qualifiedName());
    return ExitCode.USAGE;
  }

  /** picocli's own names the values of unknown options, too, and any option for theirs. */
  private static String complaint(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched) || !unmatched.isUnknownOption()) {
      return e.getMessage();
    }
    List<String> unknown =
        unmatched.getUnmatched().stream()
            .filter(word -> word.startsWith("-"))
            .map(word -> word.split("=", 2)[0])
            .toList();
    List<String> near =
        e.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
            .filter(name -> edits(name, unknown.get(0)) <= MOST_EDITS)
            .sorted(Comparator.comparingInt(name -> edits(name, unknown.get(0))))
            .toList();
    return (unknown.size() == 1 ? "Unknown option: " : "Unknown options: ")
        + unknown.stream().map("'%s'"::formatted).collect(Collectors.joining(", "))
        + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?");
  }

  /** How many letters have to be put in, left out or replaced to make one word of another. */
  private static int edits(String one, String other) {
    int[] above = IntStream.rangeClosed(0, other.length()).toArray();
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[above.length];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], above[j]));
      }
      above = row;
    }
    return above[other.length()];
  }

  private static Optional<String> option(ParameterException e) {
    return e.getArgSpec() instanceof OptionSpec option
        ? Optional.of(option.longestName())
        : Optional.empty();
  }

  private static int failed(Exception e, PrintWriter err, OptionSources sources) {
    if (e instanceof UsageException usage) {
      err.println(sources.blamed(usage.option(), oneLine(e.getMessage())));
      return ExitCode.USAGE;
    }
    if (e instanceof InconclusiveException) {
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
