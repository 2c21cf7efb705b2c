package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
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
    Experiment done = begun.withFaults(history.faults(), baseline);
    if (baseline == null
        || history.faults().isEmpty()
        || history.after(history.firstFault()).isEmpty()) {
      return done;
    }
    List<Experiment.Rejoin> rejoin = RejoinChecker.check(history);
    return done.withFindings(
        DetectionChecker.check(history),
        OutageChecker.check(history),
        DeviationChecker.check(history),
        LossChecker.check(history, rejoin),
        RecoveryChecker.check(history, begun.hypothesis(), baseline),
        rejoin,
        StormChecker.check(history, baseline));
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
}
