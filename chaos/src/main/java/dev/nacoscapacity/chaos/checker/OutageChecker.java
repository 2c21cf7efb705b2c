package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Outage;
import java.util.List;

/**
 * Measures the outage of clients since the first fault. It ends with the last second that has more
 * failed calls or clients without service than any of the steady state. The first success would be
 * too early, since clients of live nodes succeed throughout.
 */
final class OutageChecker {

  private OutageChecker() {}

  static Outage check(History history, Baseline baseline) {
    Background usual = Background.of(history, baseline);
    List<TrialSecond> seconds = history.after(history.firstFault());
    List<TrialSecond> bad =
        seconds.stream()
            .filter(s -> s.failed() > usual.failed() || s.unserved() > usual.unserved())
            .toList();
    Double first = bad.isEmpty() ? null : bad.get(0).at();
    Double last = bad.isEmpty() ? null : bad.get(bad.size() - 1).at();
    return new Outage(
        seconds.stream().mapToLong(TrialSecond::failed).sum(),
        first,
        last,
        bad.isEmpty() ? 0 : last - first + 1,
        seconds.stream().mapToLong(TrialSecond::unserved).sum(),
        seconds.stream().mapToLong(TrialSecond::longestUnservedMs).max().orElse(0) / 1e3,
        seconds.stream().mapToLong(TrialSecond::unserved).max().orElse(0));
  }
}
