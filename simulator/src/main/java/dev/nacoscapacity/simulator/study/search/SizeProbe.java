package dev.nacoscapacity.simulator.study.search;

import java.util.Optional;

/** Makes the trials of a search. */
public interface SizeProbe {

  /**
   * Makes one run.
   *
   * @param number of the trial in its study, from 1
   * @return its result; empty when the trial could not be made, or was interrupted, which the
   *     runner has reported
   */
  Optional<SizeTrial> measure(int number, int size, TrialStage stage);

  /** Starts nodes that the last trial broke; returns whether there were any. */
  default boolean repaired() {
    return false;
  }
}
