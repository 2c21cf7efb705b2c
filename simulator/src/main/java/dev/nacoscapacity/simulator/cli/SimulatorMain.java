package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.simulator.session.Session;
import java.io.PrintStream;
import java.util.function.Consumer;
import picocli.CommandLine;

/** {@code bin/simulator}. */
public final class SimulatorMain {

  private SimulatorMain() {}

  public static void main(String[] args) {
    Conventions.exit(SimulatorMain::commandLine, args);
  }

  /** The command line, for programs that embed it. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    return commandLine(out, err, session -> {});
  }

  /**
   * The command line, for programs that embed it.
   *
   * @param before called with the session before each run
   */
  public static CommandLine commandLine(
      PrintStream out, PrintStream err, Consumer<Session> before) {
    return Conventions.apply(
        new CommandLine(new SimulatorCommand(out, err, before))
            .addSubcommand(new CapacityCommand())
            .addSubcommand(ApiCommand.commandLine())
            .addSubcommand(new PlanCommand())
            .addSubcommand(new SizeCommand())
            .addSubcommand(new ProfileCommand())
            .addSubcommand(new DoctorCommand()),
        out,
        err);
  }
}
