package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.simulator.options.NodeOptions;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.session.ModelRuns;
import dev.nacoscapacity.simulator.study.predict.Assumptions;
import dev.nacoscapacity.simulator.study.predict.PredictStudy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/simulator predict}. */
@Command(
    name = "predict",
    description = {
      "Puts the workload of each measured run on a model of its cluster, and shows how "
          + "far the model is off: CPU a node, p50 and p99, heap, verdict.",
      "Cores and heap are as the run's record says; the speed of a machine that the "
          + "generator shared is what was measured there, else 1."
    },
    footer = {
      "",
      "Examples:",
      "  bin/simulator predict runs/20261123T101500Z-1000-local",
      "  bin/simulator predict runs/20261123T113000Z-2000-remote --cores 8 --heap 8g --speed 1.3",
      "",
      "Exit codes: 0 all runs were predicted, 2 not all, 64 wrong usage."
    })
final class PredictCommand implements Callable<Integer> {

  @ParentCommand private SimulatorCommand main;

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "folders of runs on a local cluster or a registry of yours")
  private List<Path> runs;

  @Option(
      names = "--costs",
      paramLabel = "NAME|FILE",
      description = "what calls cost a node (default: the shipped file of the run's version)")
  private String costs;

  @Mixin private NodeOptions node;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the study, new (default: runs/<utc>-predict)")
  private Path out;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Assumptions assumptions = Assumptions.of(Optional.ofNullable(costs), node);
    Path folder = out == null ? RunFolder.fresh(Path.of("runs"), Instant.now(), "predict") : out;
    ModelRuns models = new ModelRuns(main.err());
    return new PredictStudy(models, main.out(), main.err())
        .run(runs, assumptions, StudyQuestion.of(spec), folder);
  }
}
