package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.core.cli.Conventions;
import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code bin/chaos}. */
@Command(
    name = "chaos",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Breaks nodes of a cluster under a fleet, heals them, and measures how the registry and its"
            + " clients come through. Nodes that this project did not start are broken by commands"
            + " of yours.",
    footer = {
      "",
      "Examples:",
      "  bin/chaos kill-node --target local --instances 500 --victims 1 --heal-after 30s --repeat 3",
      "  bin/chaos kill-node --target 10.0.0.1:8848,10.0.0.2:8848,10.0.0.3:8848 --instances 500 \\",
      "    --break-cmd 'ssh {ip} sudo systemctl kill -s KILL nacos' \\",
      "    --heal-cmd 'ssh {ip} sudo systemctl start nacos' --yes",
      "  bin/chaos run rolling-restart --target local --instances 500",
      "",
      "Exit codes: 0 came through, 1 did not, 2 inconclusive, 64 wrong usage, 70 internal error."
    })
public final class ChaosMain {

  private final PrintStream out;
  private final PrintStream err;

  private ChaosMain(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] args) {
    Conventions.exit(ChaosMain::commandLine, args);
  }

  /** The command line, for programs that embed it. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine line = new CommandLine(new ChaosMain(out, err));
    for (NamedFault fault : NamedFault.values()) {
      line.addSubcommand(fault.line());
    }
    line.addSubcommand(new RunCommand())
        .addSubcommand(new ListCommand())
        .addSubcommand(new SafeCapacityCommand())
        .addSubcommand(new HealCommand());
    return Conventions.apply(line, out, err);
  }

  /** The stream for results. */
  PrintStream out() {
    return out;
  }

  /** The stream for progress and warnings. */
  PrintStream err() {
    return err;
  }
}
