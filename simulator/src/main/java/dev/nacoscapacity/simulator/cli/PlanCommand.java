package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.simulator.study.plan.PlanOptions;
import dev.nacoscapacity.simulator.study.plan.PlanReader;
import dev.nacoscapacity.simulator.study.plan.PlanRun;
import dev.nacoscapacity.simulator.study.plan.RowCommand;
import dev.nacoscapacity.simulator.study.plan.RowOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code bin/simulator plan}. */
@Command(
    name = "plan",
    description = {
      "Runs a test plan: rounds of cluster settings x loads, each row a run on a local cluster.",
      "An interrupted plan goes on with the same options and --out DIR."
    },
    footer = {
      "",
      "Example:",
      "  bin/simulator plan registry-auth --scale auto",
      "",
      "Exit codes: 0 all rows pass, 1 one fails, 2 one is inconclusive or not all were run, 64"
          + " wrong usage. Of a round with 'until' the rows that pass count, if any does."
    })
final class PlanCommand implements Callable<Integer> {

  @ParentCommand private SimulatorCommand main;

  @Mixin private PlanOptions options;

  @Override
  public Integer call() {
    PlanReader reader = new PlanReader(new RowOptions());
    RowCommand row = new RowCommand(SimulatorMain::commandLine);
    return new PlanRun(reader, row, main.out(), main.err()).run(options);
  }
}
