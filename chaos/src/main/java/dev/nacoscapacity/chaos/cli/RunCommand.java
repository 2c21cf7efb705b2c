package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.simulator.options.ShippedFile;
import dev.nacoscapacity.simulator.options.StudyQuestion;
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
    description = "Runs an experiment from a YAML file.",
    footer = {"", "Example:", "  bin/chaos run kill-leader --target local --instances 500"})
final class RunCommand implements Callable<Integer> {

  /** The folder of the experiments that come with the tool. */
  static final String SHIPPED = "chaos/experiments";

  static final String KIND = "experiment";

  @ParentCommand private ChaosMain main;

  @Parameters(
      paramLabel = "FILE",
      description = "hypothesis, method and heal; or the name of a shipped one (bin/chaos list)")
  private String file;

  @Mixin private TrialOptions options;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    return new ExperimentRun(options, main.out(), main.err())
        .run(ExperimentFile.read(ShippedFile.of(KIND, SHIPPED, file)), StudyQuestion.of(spec));
  }
}
