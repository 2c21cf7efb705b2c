package dev.nacoscapacity.simulator.observe.console;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.Set;

/**
 * How far a phase has come.
 *
 * @param share of its way, 0 to 1; negative when nothing is known
 * @param words what is left
 */
record PhaseProgress(double share, String words) {

  /** Phases that end when every instance has had its turn. */
  private static final Set<String> ROLLOUTS = Set.of(Phases.RAMP, Phases.DEREGISTER);

  /** Phases that last as long as they were meant to; the others end when they are done. */
  private static final Set<String> FIXED = Set.of(Phases.WARM_UP, Phases.MEASURE);

  /**
   * @param expected how long the phase should take, in seconds; 0 when unknown
   * @param elapsed how long it has taken
   */
  static PhaseProgress of(RunSecond second, double expected, int elapsed) {
    if (ROLLOUTS.contains(second.phase())) {
      return rollout(second, elapsed);
    }
    double left = second.remainingSeconds();
    if (expected <= 0) {
      return new PhaseProgress(-1, "");
    }
    if (left <= 0) {
      return new PhaseProgress(1, "longer than expected");
    }
    return new PhaseProgress(
        Math.max(0, 1 - left / expected),
        (FIXED.contains(second.phase()) ? "" : "at most ") + NumberText.time(left) + " left");
  }

  private static PhaseProgress rollout(RunSecond second, int elapsed) {
    int rest = second.instances() - second.done();
    String words =
        "%s of %s instances"
            .formatted(NumberText.count(second.done()), NumberText.count(second.instances()));
    if (second.done() > 0 && rest > 0) {
      words += ", about " + NumberText.time((double) elapsed * rest / second.done()) + " left";
    }
    return new PhaseProgress((double) second.done() / second.instances(), words);
  }
}
