package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultOptions;
import dev.nacoscapacity.chaos.experiment.HypothesisOptions;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A fault as a command: an experiment with one step, healed without delay. */
abstract class FaultCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @ParentCommand private ChaosMain main;
  @Mixin private TrialOptions options;
  @Mixin private HypothesisOptions hypothesis;
  @Mixin private FaultOptions fault;

  FaultCommand(FaultOptions fault) {
    this.fault = fault;
  }

  /** How long the fault lasts; empty to heal at the end of the observation. */
  Optional<Duration> healAfter() {
    return Optional.of(Duration.ZERO);
  }

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
      ExperimentStep step = fault.step(Duration.ZERO);
      return new ExperimentSpec(
          spec.name(),
          "Does the registry come through: %s %d (%s)?"
              .formatted(
                  step.fault().word(),
                  step.nodes(),
                  step.which() + step.versions().map(versions -> ", " + versions).orElse("")),
          hypothesis.hypothesis(),
          hypothesis.gate(),
          List.of(step),
          healAfter(),
          hypothesis.observe());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
