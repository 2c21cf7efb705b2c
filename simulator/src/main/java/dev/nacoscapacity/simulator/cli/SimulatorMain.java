package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.simulator.observe.console.Console;
import dev.nacoscapacity.simulator.options.Conventions;
import dev.nacoscapacity.simulator.run.Progress;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;

/** {@code bin/simulator}. */
public final class SimulatorMain {

  private SimulatorMain() {}

  public static void main(String[] args) {
    Conventions.exit(SimulatorMain::commandLine, args);
  }

  /** The command, for programs that run it within themselves. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    return commandLine(out, err, List.of());
  }

  /**
   * The same.
   *
   * @param watchers of the run
   */
  public static CommandLine commandLine(PrintStream out, PrintStream err, List<Progress> watchers) {
    Console console = Console.on(err);
    return Conventions.apply(
        new CommandLine(new SimulatorCommand(out, console, watchers))
            .addSubcommand(new CapacityCommand(out, console))
            .addSubcommand(new PlanCommand(out, console))
            .addSubcommand(new DoctorCommand()),
        out,
        console);
  }
}
