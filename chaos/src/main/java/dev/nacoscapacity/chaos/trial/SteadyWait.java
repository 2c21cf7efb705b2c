package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.Checkers;
import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.chaos.checker.Second;
import dev.nacoscapacity.chaos.checker.SteadyState;
import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Hypothesis;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Waits for a stretch of steady state: the first makes the baseline of those that follow. */
final class SteadyWait {

  private final Hypothesis hypothesis;
  private final TrialContext site;
  private volatile Baseline baseline;

  SteadyWait(Hypothesis hypothesis, TrialContext site) {
    this.hypothesis = hypothesis;
    this.site = site;
  }

  /** Null until a stretch was steady. */
  Baseline baseline() {
    return baseline;
  }

  /**
   * Watches second by second from now on.
   *
   * @return what kept the last stretch, when none was steady in time
   */
  Optional<String> await(Duration limit) throws InterruptedException {
    double from = site.timeline().now();
    double deadline = site.in(limit);
    Watchdog nurse = new Watchdog(site);
    History soFar = new History(List.of(), List.of(), site.breakage().recorded());
    Optional<String> missed = Optional.of("it had not yet lasted long enough");
    while (missed.isPresent() && site.timeline().now() < deadline) {
      site.watching().awaitNext();
      nurse.look();
      List<Second> last = site.watching().last(hypothesis.stretchSeconds(), from);
      if (!last.isEmpty()) {
        missed = SteadyState.missed(last, hypothesis, baseline, soFar::out).or(this::away);
        if (missed.isEmpty() && baseline == null) {
          baseline = SteadyState.baseline(last);
        }
      }
    }
    return missed;
  }

  /** A node that was healed and is not yet a member like the others. */
  private Optional<String> away() {
    return Checkers.away(site.history()).map(node -> node + " had not rejoined");
  }
}
