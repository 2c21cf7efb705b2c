package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/chaos run FILE}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs an experiment from a YAML file.",
    footer = {
      "",
      "Example:",
      "  bin/chaos run chaos/experiments/kill-leader.yaml --target local --instances 500"
    })
final class RunCommand implements Callable<Integer> {

  @ParentCommand private ChaosMain main;

  @Parameters(paramLabel = "FILE", description = "hypothesis, method and heal")
  private Path file;

  @Mixin private TrialOptions options;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    return new ExperimentRun(options, main.out(), main.err())
        .run(ExperimentFile.read(file), StudyQuestion.of(spec));
  }
}
