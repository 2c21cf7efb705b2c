package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.reports.record.RecordException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code bin/simulator}. */
public final class SimulatorMain {

  private SimulatorMain() {}

  public static void main(String[] args) {
    int exitCode = commandLine().execute(args);
    System.out.flush();
    System.err.flush();
    System.exit(exitCode);
  }

  static CommandLine commandLine() {
    return new CommandLine(new SimulatorCommand())
        .addSubcommand(new DoctorCommand())
        .registerConverter(java.time.Duration.class, new DurationConverter())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(SimulatorMain::wrongUsage)
        .setExecutionExceptionHandler(SimulatorMain::failed);
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
