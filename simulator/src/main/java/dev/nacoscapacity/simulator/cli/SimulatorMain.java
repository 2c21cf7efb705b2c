package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.cli.Conventions;
import java.io.PrintStream;
import picocli.CommandLine;

/** {@code bin/simulator}. */
public final class SimulatorMain {

  private SimulatorMain() {}

  public static void main(String[] args) {
    Conventions.exit(SimulatorMain::commandLine, args);
  }

  /** The command line, which a plan calls for each of its rows, too. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    return Conventions.apply(
        new CommandLine(new SimulatorCommand(out, err))
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
