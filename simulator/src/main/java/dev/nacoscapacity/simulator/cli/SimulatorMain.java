package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.reports.record.RecordException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** {@code bin/simulator}. */
public final class SimulatorMain {

  private SimulatorMain() {}

  public static void main(String[] args) {
    int exitCode = ExitCode.INTERNAL;
    try {
      exitCode = commandLine(System.out, System.err).execute(args);
    } catch (Error e) {
      // Out of memory, or of descriptors to load a class with: the JVM would exit as for a fail.
      System.err.println("internal error: " + e);
    }
    System.out.flush();
    System.err.flush();
    System.exit(exitCode);
  }

  static CommandLine commandLine(PrintStream out, PrintStream err) {
    return new CommandLine(new SimulatorCommand(out, err))
        .addSubcommand(new DoctorCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .registerConverter(Duration.class, new DurationConverter())
        .registerConverter(int.class, SimulatorMain::wholeNumber)
        .registerConverter(Integer.class, SimulatorMain::wholeNumber)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(SimulatorMain::wrongUsage)
        .setExecutionExceptionHandler(SimulatorMain::failed);
  }

  private static int wholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a whole number of at most " + Integer.MAX_VALUE);
    }
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    PrintWriter err = e.getCommandLine().getErr();
    err.println(oneLine(e.getMessage()));
    err.println("see: bin/simulator --help");
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
        || e instanceof AdminException) {
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
