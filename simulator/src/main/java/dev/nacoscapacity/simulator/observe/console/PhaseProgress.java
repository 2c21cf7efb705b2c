package dev.nacoscapacity.simulator.observe.console;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.simulator.run.Board;
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
  static PhaseProgress of(Board board, double expected, int elapsed) {
    if (ROLLOUTS.contains(board.phase())) {
      return rollout(board, elapsed);
    }
    double left = board.remainingSeconds();
    if (expected <= 0) {
      return new PhaseProgress(-1, "");
    }
    if (left <= 0) {
      return new PhaseProgress(1, "longer than expected");
    }
    return new PhaseProgress(
        Math.max(0, 1 - left / expected),
        (FIXED.contains(board.phase()) ? "" : "at most ") + NumberText.time(left) + " left");
  }

  private static PhaseProgress rollout(Board board, int elapsed) {
    int rest = board.instances() - board.done();
    String words =
        "%s of %s instances"
            .formatted(NumberText.count(board.done()), NumberText.count(board.instances()));
    if (board.done() > 0 && rest > 0) {
      words += ", about " + NumberText.time((double) elapsed * rest / board.done()) + " left";
    }
    return new PhaseProgress((double) board.done() / board.instances(), words);
  }
}
