package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Threshold;

/**
 * The broken bound that ended a run before its time, as the user asked.
 *
 * @param threshold with the time from which on it may end the run
 * @param measured from the start of the measurement window until then, in the unit of the criterion
 * @param afterSeconds of the measurement window
 */
public record Abort(Threshold threshold, double measured, double afterSeconds) {

  /** What the sentence about it says. */
  public Arguments arguments() {
    Criterion criterion = threshold.criterion();
    return Arguments.with("seconds", afterSeconds)
        .and("criterion", criterion.name())
        .and("measured", NumberText.apart(measured, threshold.bound(), criterion::text))
        .and("bound", criterion.bound(threshold.bound()));
  }
}
