package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Hypothesis;
import java.util.List;
import java.util.Optional;

/** Composes the checkers. */
public final class Checkers {

  private Checkers() {}

  /**
   * Adds what the history says to an experiment of which name, hypothesis, method and stages are
   * known already.
   *
   * @param baseline null when the steady state never held; then, and when no second has passed
   *     since the first fault, nothing else is found
   */
  public static Experiment check(Experiment begun, History history, Baseline baseline) {
    if (baseline == null
        || history.faults().isEmpty()
        || history.after(history.firstFault()).isEmpty()) {
      return with(begun, history, baseline, null, null);
    }
    Hypothesis hypothesis = begun.hypothesis();
    return with(
        begun,
        history,
        baseline,
        RejoinChecker.check(history),
        RecoveryChecker.check(history, hypothesis, baseline));
  }

  /** The first node that was healed and has not come all the way back. */
  public static Optional<String> away(History history) {
    return RejoinChecker.check(history).stream()
        .filter(
            rejoin ->
                rejoin.processSeconds() == null
                    || rejoin.upSeconds() == null
                    || rejoin.raftSeconds() == null
                    || rejoin.equalSeconds() == null)
        .map(Experiment.Rejoin::node)
        .findFirst();
  }

  private static Experiment with(
      Experiment begun,
      History history,
      Baseline baseline,
      List<Experiment.Rejoin> rejoin,
      Experiment.Recovery recovery) {
    boolean broken = recovery != null;
    return new Experiment(
        begun.name(),
        begun.trial(),
        begun.trials(),
        begun.hypothesis(),
        begun.method(),
        begun.stages(),
        history.faults(),
        baseline,
        broken ? DetectionChecker.check(history) : null,
        broken ? OutageChecker.check(history) : null,
        broken ? DeviationChecker.check(history) : null,
        broken ? LossChecker.check(history, rejoin) : null,
        recovery,
        rejoin,
        broken ? StormChecker.check(history, baseline) : null,
        begun.data(),
        begun.problem());
  }
}
