package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.study.plan.PlanException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/chaos run FILE}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Carries out an experiment that is written in a YAML file.",
    footer = {
      "",
      "Example:",
      "  bin/chaos run chaos/experiments/kill-leader.yaml --target local --instances 500"
    })
final class RunCommand implements Callable<Integer> {

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "FILE", description = "hypothesis, method and heal")
  private Path file;

  @Mixin private TrialOptions options;

  @Spec private CommandSpec spec;

  RunCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    return new ExperimentRun(options, out, err).run(experiment(), StudyQuestion.of(spec));
  }

  private ExperimentSpec experiment() {
    try {
      return ExperimentFile.read(file);
    } catch (PlanException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
