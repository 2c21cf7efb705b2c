package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.options.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A fault as a command: an experiment with one step. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
abstract class FaultCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @ParentCommand private ChaosMain main;
  @Mixin private TrialOptions options;
  @Mixin private HypothesisOptions hypothesis;

  /**
   * The step that injects the fault.
   *
   * @throws IllegalArgumentException when the options contradict each other
   */
  abstract Step step();

  /** How long the fault lasts; null to heal at the end of the observation. */
  abstract Duration healAfter();

  @Override
  public final Integer call() {
    return new ExperimentRun(options, main.out(), main.err())
        .run(experiment(), StudyQuestion.of(spec));
  }

  /**
   * The options as an experiment.
   *
   * @throws UsageException when they contradict each other
   */
  final ExperimentSpec experiment() {
    try {
      Step step = step();
      return new ExperimentSpec(
          spec.name(),
          "Does the registry come through: %s %d (%s)?"
              .formatted(
                  step.fault().word(),
                  step.nodes(),
                  step.versions() == null ? step.which() : step.which() + ", " + step.versions()),
          hypothesis.hypothesis(),
          List.of(step),
          healAfter(),
          hypothesis.observe());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
