package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import dev.nacoscapacity.simulator.study.plan.PlanOptions;
import dev.nacoscapacity.simulator.study.plan.PlanReader;
import dev.nacoscapacity.simulator.study.plan.PlanRun;
import dev.nacoscapacity.simulator.study.plan.RowCommand;
import dev.nacoscapacity.simulator.study.plan.RowOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/chaos plan}. */
@Command(
    name = "plan",
    description = {
      "Runs a test plan in which nodes are killed: rounds of cluster settings x loads x kills, each"
          + " row an experiment on a local cluster.",
      "An interrupted plan goes on with the same options and --out DIR."
    },
    footer = {
      "",
      "Example:",
      "  bin/chaos plan recovery --scale auto",
      "",
      "Exit codes: 0 all rows pass, 1 one fails, 2 one is inconclusive or not all were run, 64"
          + " wrong usage. Of a round with 'until' the rows that pass count, if any does."
    })
final class ChaosPlanCommand implements Callable<Integer> {

  @ParentCommand private ChaosMain main;

  @Mixin private PlanOptions options;

  @Override
  public Integer call() {
    return new PlanRun(
            new PlanReader(new RowOptions(), Optional.of(new KillOptions())),
            new RowCommand(List.of("bin/simulator"), SimulatorMain::commandLine).with(options),
            new RowCommand(List.of("bin/chaos", KillOptions.COMMAND), ChaosMain::commandLine)
                .with(options),
            main.out(),
            main.err())
        .run(options);
  }
}
