package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code bin/report}. */
public final class ReportMain {

  private ReportMain() {}

  public static void main(String[] args) {
    // Figures look the same in every locale: 1,000.5.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    int exitCode = ExitCode.INTERNAL;
    try {
      exitCode = commandLine(System.out, System.err).execute(args);
    } catch (Error e) {
      // Out of memory: without this the JVM would exit with 1, which means a fail.
      System.err.println("internal error: " + e);
    }
    System.out.flush();
    System.err.flush();
    System.exit(exitCode);
  }

  /** The command line, for programs that embed it. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine line =
        new CommandLine(new ReportCommand(out))
            .addSubcommand(new HelpCommand())
            .addSubcommand(new GenerateCompletion());
    String version = ReportCommand.version();
    String named = "report " + (version == null ? "(not packaged)" : version);
    line.getCommandSpec().version(named);
    line.getSubcommands().values().forEach(each -> each.getCommandSpec().version(named));
    return line.setUsageHelpWidth(100)
        .setUsageHelpAutoWidth(true)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setParameterExceptionHandler(ReportMain::wrongUsage)
        .setExecutionExceptionHandler(ReportMain::failed);
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    PrintWriter err = e.getCommandLine().getErr();
    String command = "bin/" + e.getCommandLine().getCommandSpec().qualifiedName();
    err.println(oneLine(e.getMessage()) + "; see " + command + " --help");
    return ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine commandLine, ParseResult parsed) {
    PrintWriter err = commandLine.getErr();
    if (e instanceof RecordException) {
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
