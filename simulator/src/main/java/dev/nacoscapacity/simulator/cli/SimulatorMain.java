package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.simulator.options.Conventions;
import java.io.PrintStream;
import picocli.CommandLine;

/** {@code bin/simulator}. */
public final class SimulatorMain {

  private SimulatorMain() {}

  public static void main(String[] args) {
    Conventions.exit(SimulatorMain::commandLine, args);
  }

  /** The command, for programs that run it within themselves. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    return Conventions.apply(
        new CommandLine(new SimulatorCommand(out, err)).addSubcommand(new DoctorCommand()),
        out,
        err);
  }
}
