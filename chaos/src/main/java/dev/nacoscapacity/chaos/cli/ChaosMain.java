package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.simulator.observe.console.Console;
import dev.nacoscapacity.simulator.options.Conventions;
import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/chaos}. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    description = {
      "Breaks nodes of a cluster of this project's under a fleet, mends them, and measures how the",
      "registry and its clients come through."
    },
    footer = {
      "",
      "Examples:",
      "  bin/chaos kill-node --target local --instances 500 --kill 1 --restart-after 30s --repeat 3",
      "  bin/chaos run chaos/experiments/rolling-restart.yaml --target local --instances 500",
      "",
      "Exit codes: 0 came through, 1 did not, 2 inconclusive, 64 wrong usage, 70 internal error."
    })
public final class ChaosMain implements Runnable {

  @Spec private CommandSpec spec;

  private ChaosMain() {}

  public static void main(String[] args) {
    Conventions.exit(ChaosMain::commandLine, args);
  }

  static CommandLine commandLine(PrintStream out, PrintStream stderr) {
    Console err = Console.on(stderr);
    CommandLine line = new CommandLine(new ChaosMain());
    line.addSubcommand(new KillNodeCommand(out, err));
    line.addSubcommand(new PauseNodeCommand(out, err));
    line.addSubcommand(new RestartNodeCommand(out, err));
    line.addSubcommand(new RollingRestartCommand(out, err));
    line.addSubcommand(new SlowNodeCommand(out, err));
    line.addSubcommand(new BlackholeNodeCommand(out, err));
    line.addSubcommand(new PartitionCommand(out, err));
    line.addSubcommand(new RunCommand(out, err));
    line.addSubcommand(new ListCommand(out));
    line.addSubcommand(new SafeCapacityCommand(out, err));
    line.addSubcommand(new PlanCommand(out, err));
    return Conventions.apply(line, out, err);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
