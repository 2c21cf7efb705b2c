package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.simulator.session.TrialFigures;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Checks whether a registry is warm: the CPU cost of a call no longer falls between short trials of
 * the same size, and JIT compilation has ended, if that is known.
 */
final class WarmUpCheck {

  /** The short trials of the warming size, up to the last one. */
  private final List<SizeResult> alike;

  /** A check by all trials. */
  WarmUpCheck(List<? extends SizeResult> trials) {
    this(trials, 0);
  }

  /**
   * @param trials since the registry was started, at the earliest
   * @param edge size for which the registry should be warm; trials of less than half of it do not
   *     count
   */
  WarmUpCheck(List<? extends SizeResult> trials, int edge) {
    int last = lastToWarm(trials, edge);
    this.alike =
        last < 0
            ? List.of()
            : trials.subList(0, last + 1).stream()
                .<SizeResult>map(trial -> trial)
                .filter(trial -> trial.stage().isShort())
                .filter(trial -> trial.size() == trials.get(last).size())
                .toList();
  }

  private static int lastToWarm(List<? extends SizeResult> trials, int edge) {
    return IntStream.range(0, trials.size())
        .filter(i -> trials.get(i).stage() == TrialStage.WARM)
        .filter(i -> 2L * trials.get(i).size() >= edge)
        .max()
        .orElse(-1);
  }

  /** Whether the cost of a call did not fall in the last trial, and little was compiled in it. */
  private boolean level() {
    int last = alike.size() - 1;
    return last > 0 && alike.get(last).figures().levelAfter(alike.get(last - 1).figures());
  }

  /** Whether the registry is warm, or was warmed for so long that it counts as warm. */
  boolean enough() {
    return level()
        || alike.stream().filter(trial -> trial.stage() == TrialStage.WARM).count()
            >= TrialFigures.MOST_TO_WARM;
  }

  /**
   * Whether a call costs less than at first, so that failures of the cold registry are doubtful.
   */
  boolean costFell() {
    int last = alike.size() - 1;
    return last > 0 && alike.get(last).figures().cheaperThan(alike.get(0).figures());
  }
}
