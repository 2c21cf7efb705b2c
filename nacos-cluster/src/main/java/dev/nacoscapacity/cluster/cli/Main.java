package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code nacos-cluster}. */
@Command(
    name = "nacos-cluster",
    description = "Starts a Nacos cluster on this machine, breaks it, mends it and takes it down.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Example:",
      "  bin/nacos-cluster up --version 1.4.1 --nodes 5 --auth",
      "",
      "Exit codes: 0 done, 2 it cannot be done, 64 wrong usage, 70 internal error; 1 is told by",
      "'status' of a node that is not UP."
    })
public final class Main implements Runnable {

  private static final int UNABLE = 2;
  private static final int USAGE = 64;
  private static final int INTERNAL = 70;

  @Spec private CommandSpec spec;

  @Option(names = "--help", usageHelp = true, description = "show this help")
  private boolean help;

  private Main() {}

  public static void main(String[] arguments) {
    // Figures read alike everywhere, 1,000.5, whatever the user's language.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    long start = System.nanoTime();
    LocalClusters clusters =
        LocalClusters.here(
            message ->
                System.err.printf("%6.1f s  %s%n", (System.nanoTime() - start) / 1e9, message));
    int exitCode = INTERNAL;
    try {
      exitCode = commandLine(clusters).execute(arguments);
    } catch (Error e) {
      // Out of memory: the JVM would exit as 'status' does of a node that is not UP.
      System.err.println("internal error: " + e);
    }
    System.out.flush();
    System.err.flush();
    System.exit(exitCode);
  }

  static CommandLine commandLine(LocalClusters clusters) {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new UpCommand(clusters));
    line.addSubcommand(new StatusCommand(clusters));
    line.addSubcommand(new LogsCommand(clusters));
    line.addSubcommand(new FaultCommand.Kill(clusters));
    line.addSubcommand(new FaultCommand.Pause(clusters));
    line.addSubcommand(new FaultCommand.Resume(clusters));
    line.addSubcommand(new StartCommand(clusters));
    line.addSubcommand(new HealCommand(clusters));
    line.addSubcommand(new DownCommand(clusters));
    // Upon the stream itself, so that it can tell whether anybody still reads.
    line.setOut(new PrintWriter(System.out, true));
    line.setParameterExceptionHandler(usageError());
    line.setExecutionExceptionHandler(failure());
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static IParameterExceptionHandler usageError() {
    return (error, arguments) -> {
      CommandLine line = error.getCommandLine();
      PrintWriter err = line.getErr();
      String command = "bin/" + line.getCommandSpec().qualifiedName();
      err.println(oneLine(error.getMessage()) + "; see " + command + " --help");
      return USAGE;
    };
  }

  private static IExecutionExceptionHandler failure() {
    return (error, line, arguments) -> {
      if (error instanceof ClusterException) {
        line.getErr().println(oneLine(error.getMessage()));
        return UNABLE;
      }
      line.getErr().println("internal error, please report it with what follows:");
      error.printStackTrace(line.getErr());
      return INTERNAL;
    };
  }

  private static String oneLine(String message) {
    return String.valueOf(message).replaceAll("\\s*\\R\\s*", " ");
  }
}
