package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.experiment.ExperimentEffectsBuilder;
import java.util.List;
import java.util.Optional;

/** Runs all checkers on a trial. */
public final class Checkers {

  private Checkers() {}

  /**
   * Adds the findings from the history to an experiment with known name, hypothesis, method and
   * stages.
   *
   * @param baseline null when the steady state never held; there are no findings then, nor when no
   *     second has passed since the first fault
   */
  public static Experiment check(Experiment begun, History history, Baseline baseline) {
    if (baseline == null
        || history.faults().isEmpty()
        || history.after(history.firstFault()).isEmpty()) {
      return with(begun, history, baseline, null, null);
    }
    Hypothesis hypothesis = begun.design().hypothesis();
    return with(
        begun,
        history,
        baseline,
        RejoinChecker.check(history, hypothesis),
        RecoveryChecker.check(history, hypothesis, baseline));
  }

  /**
   * The first healed node that has not completed its rejoin.
   *
   * @param hypothesis with what a node may show
   */
  public static Optional<String> away(History history, Hypothesis hypothesis) {
    return RejoinChecker.check(history, hypothesis).stream()
        .filter(rejoin -> rejoin.missingStep().isPresent())
        .map(Experiment.Rejoin::node)
        .findFirst();
  }

  private static Experiment with(
      Experiment begun,
      History history,
      Baseline baseline,
      List<Experiment.Rejoin> rejoin,
      Experiment.Recovery recovery) {
    ExperimentEffectsBuilder effects = begun.effects().with().recovery(recovery).rejoin(rejoin);
    if (recovery != null) {
      effects
          .detection(DetectionChecker.check(history, baseline))
          .outage(OutageChecker.check(history, baseline))
          .registry(DeviationChecker.check(history))
          .loss(LossChecker.check(history, rejoin, begun.design().hypothesis()))
          .storm(StormChecker.check(history, baseline));
    }
    return begun
        .with()
        .faults(history.faults())
        .baseline(baseline)
        .effects(effects.build())
        .build();
  }
}
