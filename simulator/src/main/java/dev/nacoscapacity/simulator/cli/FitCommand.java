package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.simulator.options.NodeOptions;
import dev.nacoscapacity.simulator.session.ModelRuns;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.study.fit.FitRun;
import dev.nacoscapacity.simulator.study.fit.FullCollections;
import dev.nacoscapacity.simulator.study.plan.PlanOptions;
import dev.nacoscapacity.simulator.study.plan.PlanReader;
import dev.nacoscapacity.simulator.study.plan.PlanRun;
import dev.nacoscapacity.simulator.study.plan.RowCommand;
import dev.nacoscapacity.simulator.study.plan.RowOptions;
import dev.nacoscapacity.simulator.study.predict.Assumptions;
import dev.nacoscapacity.simulator.target.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code bin/simulator fit}. */
@Command(
    name = "fit",
    description = {
      "Measures what a node's work costs, and writes a cost file for models: a plan's "
          + "rows are run on local clusters, and the CPU that they took is laid on the work "
          + "that a model counts in them.",
      "With --target HOST:PORT,… the rows' loads are put on an idle cluster of yours, as "
          + "it is.",
      "Cores and heap are as the nodes say; the speed is measured beside nodes on this "
          + "machine, else 1; the costs are stated at speed 1.",
      "An interrupted fit goes on with the same options and --out DIR."
    },
    footer = {
      "",
      "Examples:",
      "  bin/simulator fit fit-1.4.1",
      "  bin/simulator fit fit-2.x --nacos-version 2.5.0",
      "  bin/simulator fit fit-2.x --target 10.0.0.1:8848,10.0.0.2:8848,10.0.0.3:8848 --yes",
      "",
      "Exit codes: 0 fitted, 2 not all rows were run, 64 wrong usage."
    })
final class FitCommand implements Callable<Integer> {

  private static final String SCRAPE = "2s";

  @ParentCommand private SimulatorCommand main;

  @Mixin private PlanOptions options;

  @Option(
      names = "--nacos-version",
      paramLabel = "VERSION",
      description = "of local clusters (default: as the plan says)")
  private ServerVersion version;

  @Option(
      names = "--auth",
      description = "log in to a cluster of yours, as a run does; local ones do as the plan says")
  private boolean auth;

  @Option(names = "--yes", description = "load a registry on other machines without asking")
  private boolean yes;

  @Mixin private NodeOptions node;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the rows' order (default: ${DEFAULT-VALUE})")
  private long seed;

  @Override
  public Integer call() {
    RowCommand row = row();
    PlanRun rows = new PlanRun(new PlanReader(new RowOptions()), row, row, main.out(), main.err());
    ModelRuns models = new ModelRuns(main.err());
    return new FitRun(rows, models, main.out(), main.err())
        .run(
            options,
            Optional.ofNullable(version),
            auth,
            Assumptions.of(Optional.empty(), node),
            seed);
  }

  private RowCommand row() {
    List<String> words = new ArrayList<>(List.of("bin/simulator"));
    if (!options.target().equals(Targets.LOCAL)) {
      // Nodes on other machines report their resources only in their metrics.
      words.add("--scrape=" + SCRAPE);
    }
    if (yes) {
      words.add("--yes");
    }
    return new RowCommand(words, (out, err) -> SimulatorMain.commandLine(out, err, this::prepare))
        .with(options);
  }

  private void prepare(Session session) {
    session.registry().cluster().map(FullCollections::new).ifPresent(session::addListener);
    // The work of other clients would be attributed to this fleet.
    session.requireExclusive();
  }
}
