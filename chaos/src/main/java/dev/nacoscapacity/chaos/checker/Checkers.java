package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import java.util.List;
import java.util.Optional;

/** Runs all checkers on a trial. */
public final class Checkers {

  private Checkers() {}

  /**
   * Adds the findings from the history to an experiment with known name, hypothesis, method and
   * stages.
   *
   * @param baseline empty when the steady state never held; there are no findings then, nor when no
   *     second has passed since the first fault
   */
  public static Experiment check(Experiment begun, History history, Optional<Baseline> baseline) {
    if (baseline.isEmpty()
        || history.faults().isEmpty()
        || history.after(history.firstFault()).isEmpty()) {
      return begun.with().faults(history.faults()).baseline(baseline.orElse(null)).build();
    }
    Hypothesis hypothesis = begun.design().hypothesis();
    Baseline steady = baseline.get();
    List<Experiment.Rejoin> rejoin = RejoinChecker.check(history, hypothesis);
    return begun
        .with()
        .faults(history.faults())
        .baseline(steady)
        .effects(
            begun
                .effects()
                .with()
                .recovery(RecoveryChecker.check(history, hypothesis, steady, rejoin))
                .rejoin(rejoin)
                .detection(DetectionChecker.check(history, steady))
                .outage(EffectChecker.outage(history, steady))
                .registry(EffectChecker.deviations(history))
                .loss(LossChecker.check(history, rejoin, hypothesis))
                .storm(EffectChecker.storms(history, steady))
                .build())
        .build();
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
}
