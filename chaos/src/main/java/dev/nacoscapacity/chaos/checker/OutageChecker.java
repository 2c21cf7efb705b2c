package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment.Outage;
import java.util.List;

/**
 * Measures the outage of clients since the first fault. It ends with the last second that has a
 * failed call or a client without service. The first success would be too early, since clients of
 * live nodes succeed throughout.
 */
final class OutageChecker {

  private OutageChecker() {}

  static Outage check(History history) {
    List<Second> seconds = history.after(history.firstFault());
    List<Second> bad = seconds.stream().filter(s -> s.failed() > 0 || s.unserved() > 0).toList();
    Double first = bad.isEmpty() ? null : bad.get(0).at();
    Double last = bad.isEmpty() ? null : bad.get(bad.size() - 1).at();
    return new Outage(
        seconds.stream().mapToLong(Second::failed).sum(),
        first,
        last,
        bad.isEmpty() ? 0 : last - first + 1,
        seconds.stream().mapToLong(Second::unserved).sum(),
        seconds.stream().mapToLong(Second::longestUnservedMs).max().orElse(0) / 1e3,
        seconds.stream().mapToLong(Second::unserved).max().orElse(0));
  }
}
