package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the worst second of the steady state shows without any fault, from the baseline until the
 * first fault was begun. Only what exceeds it is an effect of a fault.
 *
 * @param disturbed calls that failed, or were sent to another node
 * @param failed calls that failed for good
 * @param unserved clients without service
 */
record Background(long disturbed, long failed, long unserved) {

  static Background of(History history, Baseline baseline) {
    List<TrialSecond> steady = history.between(baseline.fromAt(), history.firstIntent());
    return new Background(
        worst(steady, TrialSecond::disturbed),
        worst(steady, TrialSecond::failed),
        worst(steady, TrialSecond::unserved));
  }

  private static long worst(List<TrialSecond> seconds, ToLongFunction<TrialSecond> figure) {
    return seconds.stream().mapToLong(figure).max().orElse(0);
  }
}
