package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Experiments that tests make of their steps. */
public final class SampleExperiments {

  private SampleExperiments() {}

  /**
   * Makes one with the usual hypothesis.
   *
   * @param healAfter null to heal at the end
   */
  public static ExperimentSpec of(Duration healAfter, ExperimentStep... steps) {
    return of(
        new Hypothesis(0.001, 30, 1.2, 10, 0, Map.of()),
        Duration.ofSeconds(120),
        healAfter,
        List.of(steps));
  }

  /**
   * Makes one.
   *
   * @param healAfter null to heal at the end
   */
  public static ExperimentSpec of(
      Hypothesis hypothesis, Duration gate, Duration healAfter, List<ExperimentStep> steps) {
    return new ExperimentSpec(
        "test",
        "test",
        hypothesis,
        gate,
        steps,
        Optional.ofNullable(healAfter),
        Duration.ofSeconds(60));
  }
}
