package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether a registry is warm: when a call costs its nodes no less CPU time from one short trial to
 * the next of the same size, and their JVMs have compiled what they run, as far as that is known.
 */
final class WarmUpCheck {

  private final List<SizeResult> alike;

  /** By all of the trials. */
  WarmUpCheck(List<? extends SizeResult> trials) {
    this(trials, 0);
  }

  /**
   * @param trials since the registry was started, at the earliest
   * @param edge the size that it should be warm for; trials of less than half of it are no proof
   */
  WarmUpCheck(List<? extends SizeResult> trials, int edge) {
    int last = lastToWarm(trials, edge);
    this.alike =
        last < 0
            ? List.of()
            : trials.subList(0, last + 1).stream()
                .<SizeResult>map(trial -> trial)
                .filter(
                    trial ->
                        trial.stage() == TrialStage.WARM || trial.stage() == TrialStage.BRACKET)
                .filter(trial -> trial.instances() == trials.get(last).instances())
                .toList();
  }

  private static int lastToWarm(List<? extends SizeResult> trials, int edge) {
    return IntStream.range(0, trials.size())
        .filter(i -> trials.get(i).stage() == TrialStage.WARM)
        .filter(i -> 2L * trials.get(i).instances() >= edge)
        .max()
        .orElse(-1);
  }

  /** The short trials of the size that was used to make it warm, up to the last of them. */
  List<SizeResult> alike() {
    return alike;
  }

  /** Whether a call cost no less the last time, and little was compiled meanwhile. */
  boolean level() {
    int last = alike.size() - 1;
    return last > 0 && alike.get(last).figures().levelAfter(alike.get(last - 1).figures());
  }

  /** Whether it is warm, or has been warmed for so long that it is taken as it is. */
  boolean enough() {
    return level()
        || alike.stream().filter(trial -> trial.stage() == TrialStage.WARM).count()
            >= TrialFigures.MOST_TO_WARM;
  }

  /** Whether a call costs less than at first, so that what a cold registry failed is in doubt. */
  boolean gained() {
    int last = alike.size() - 1;
    return last > 0 && alike.get(last).figures().cheaperThan(alike.get(0).figures());
  }
}
