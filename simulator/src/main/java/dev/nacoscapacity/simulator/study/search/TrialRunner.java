package dev.nacoscapacity.simulator.study.search;

import java.util.Optional;

/** Tries a size for real. */
public interface TrialRunner {

  /**
   * Makes one run.
   *
   * @param number of the trial in its study, from 1
   * @return what came of it; empty when no trial could be made, or it was interrupted: the runner
   *     has reported why
   */
  Optional<SizeTrial> measure(int number, int instances, TrialStage stage);
}
