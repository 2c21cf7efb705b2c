package dev.nacoscapacity.chaos.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.text.Message;
import java.util.List;
import java.util.Optional;

/**
 * Finds when the steady state returned: the start of the first complete period after the last fault
 * in which the hypothesis holds; and the same after the last heal, for all nodes, of those that end
 * when every healed node is back: what a dead node listed counts for a while, and its clients call
 * others. Without the latter the cluster has not recovered.
 */
public final class RecoveryChecker {

  private RecoveryChecker() {}

  /**
   * @param rejoins of {@link History#healed}, in its order
   */
  static Recovery check(
      History history, Hypothesis hypothesis, Baseline baseline, List<Rejoin> rejoins) {
    double fault = history.lastFault();
    Optional<Double> first = firstStretch(history, hypothesis, baseline, fault, fault);
    Optional<Double> healed = history.lastHeal();
    double back = lastBack(history, rejoins);
    Optional<Double> whole =
        healed.flatMap(at -> firstStretch(history, hypothesis, baseline, at, back));
    return new Recovery(
        whole.isPresent(),
        first.map(start -> start - history.firstFault()).orElse(null),
        whole.map(start -> start - healed.get()).orElse(null),
        whole.isPresent() ? null : missed(history, hypothesis, baseline));
  }

  /** When the last node made its last step back, as far as nodes came. */
  private static double lastBack(History history, List<Rejoin> rejoins) {
    double last = 0;
    for (int i = 0; i < rejoins.size(); i++) {
      last = Math.max(last, history.healed().get(i).healAt() + rejoins.get(i).lastStepSeconds());
    }
    return last;
  }

  /**
   * The start of the first period after a moment in which the hypothesis holds, of those that do
   * not end before another moment.
   */
  private static Optional<Double> firstStretch(
      History history, Hypothesis hypothesis, Baseline baseline, double after, double notBefore) {
    List<TrialSecond> seconds = history.after(after);
    // The second that contains the moment is not entirely after it.
    for (int from = 1; from < seconds.size(); from++) {
      double start = seconds.get(from - 1).at();
      List<TrialSecond> stretch = stretch(seconds, from, start + hypothesis.stretchSeconds());
      if (stretch.isEmpty()) {
        return Optional.empty();
      }
      double end = stretch.get(stretch.size() - 1).at();
      // Differences of moments are added up again.
      if (end >= notBefore - 1e-6
          && SteadyState.missed(stretch, hypothesis, Optional.of(baseline), history::out)
              .isEmpty()) {
        return Optional.of(start);
      }
    }
    return Optional.empty();
  }

  /**
   * The seconds up to the first one that ends at {@code until} or later; empty when there is none.
   */
  private static List<TrialSecond> stretch(List<TrialSecond> seconds, int from, double until) {
    for (int to = from; to < seconds.size(); to++) {
      // The recorded seconds are a few ms longer or shorter than one second.
      if (seconds.get(to).at() >= until - 0.5) {
        return seconds.subList(from, to + 1);
      }
    }
    return List.of();
  }

  /** Why the last period does not meet the hypothesis. */
  static Message missed(History history, Hypothesis hypothesis, Baseline baseline) {
    if (history.lastHeal().isEmpty()) {
      return Message.of("steady.notHealed");
    }
    List<TrialSecond> seconds = history.seconds();
    double end = seconds.get(seconds.size() - 1).at();
    List<TrialSecond> last = history.between(end - hypothesis.stretchSeconds(), end);
    return SteadyState.missed(last, hypothesis, Optional.of(baseline), history::out)
        .orElseGet(
            () -> Message.of("steady.tooShort", with("seconds", hypothesis.stretchSeconds())));
  }
}
