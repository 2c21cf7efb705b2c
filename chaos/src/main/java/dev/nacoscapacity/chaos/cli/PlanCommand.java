package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.simulator.cli.SimulatorMain;
import dev.nacoscapacity.simulator.study.plan.PlanReader;
import dev.nacoscapacity.simulator.study.rows.PlanOptions;
import dev.nacoscapacity.simulator.study.rows.PlanRun;
import dev.nacoscapacity.simulator.study.rows.RowCommand;
import dev.nacoscapacity.simulator.study.rows.RowOptions;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bin/chaos plan}. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs a test plan in which nodes are killed: rounds of cluster settings x loads x kills, each",
      "row an experiment on a local cluster. An interrupted plan goes on with the same options and",
      "--out DIR."
    },
    footer = {
      "",
      "Example:",
      "  bin/chaos plan recovery --scale auto",
      "",
      "Exit codes: 0 all rows were run, 2 not all, 64 wrong usage."
    })
final class PlanCommand implements Callable<Integer> {

  private final PrintStream out;
  private final PrintStream err;

  @Mixin private PlanOptions options;

  PlanCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    return new PlanRun(
            new PlanReader(new RowOptions(), new KillOptions()),
            RowCommand.simulator(SimulatorMain::commandLine),
            new RowCommand(List.of("bin/chaos", KillOptions.COMMAND), ChaosMain::commandLine),
            out,
            err)
        .run(options);
  }
}
