package dev.nacoscapacity.chaos.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.reports.experiment.Experiment.Recovery;
import dev.nacoscapacity.reports.text.Message;
import java.util.List;
import java.util.Optional;

/**
 * When the steady state came back: the start of the first stretch in which the hypothesis holds
 * from end to end, sought after the last fault; and again after the last heal, with every node
 * counted. Without the latter the cluster has not recovered.
 */
public final class RecoveryChecker {

  private RecoveryChecker() {}

  static Recovery check(History history, Hypothesis hypothesis, Baseline baseline) {
    Optional<Double> first = firstStretch(history, hypothesis, baseline, history.lastFault());
    Double healed = history.lastHeal();
    Optional<Double> whole =
        healed == null ? Optional.empty() : firstStretch(history, hypothesis, baseline, healed);
    return new Recovery(
        whole.isPresent(),
        first.map(start -> start - history.firstFault()).orElse(null),
        whole.map(start -> start - healed).orElse(null),
        whole.isPresent() ? null : missed(history, hypothesis, baseline));
  }

  /** Where the first stretch begins that begins after a moment and holds. */
  static Optional<Double> firstStretch(
      History history, Hypothesis hypothesis, Baseline baseline, double after) {
    List<Second> seconds = history.after(after);
    // The second in which the moment lies is not wholly after it.
    for (int from = 1; from < seconds.size(); from++) {
      double start = seconds.get(from - 1).at();
      List<Second> stretch = stretch(seconds, from, start + hypothesis.stretchSeconds());
      if (stretch.isEmpty()) {
        return Optional.empty();
      }
      if (SteadyState.missed(stretch, hypothesis, baseline, history::out).isEmpty()) {
        return Optional.of(start);
      }
    }
    return Optional.empty();
  }

  /**
   * The seconds up to the first that ends at {@code until} or later; none when there is no such.
   */
  private static List<Second> stretch(List<Second> seconds, int from, double until) {
    for (int to = from; to < seconds.size(); to++) {
      // A second is a few ms longer than a second, and never shorter than it by more.
      if (seconds.get(to).at() >= until - 0.5) {
        return seconds.subList(from, to + 1);
      }
    }
    return List.of();
  }

  /** What keeps the last stretch from holding. */
  static Message missed(History history, Hypothesis hypothesis, Baseline baseline) {
    if (history.lastHeal() == null) {
      return Message.of("steady.notHealed");
    }
    List<Second> seconds = history.seconds();
    double end = seconds.get(seconds.size() - 1).at();
    List<Second> last = history.between(end - hypothesis.stretchSeconds(), end);
    return SteadyState.missed(last, hypothesis, baseline, history::out)
        .orElseGet(
            () -> Message.of("steady.tooShort", with("seconds", hypothesis.stretchSeconds())));
  }
}
