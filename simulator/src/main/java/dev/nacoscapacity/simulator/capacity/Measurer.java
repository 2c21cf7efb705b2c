package dev.nacoscapacity.simulator.capacity;

import java.util.Optional;

/** Tries a size for real. */
public interface Measurer {

  /**
   * Makes one run.
   *
   * @param number of the trial in its study, from 1
   * @return what came of it; empty when no trial could be made, or it was interrupted: whoever
   *     measures has said why
   */
  Optional<Trial> measure(int number, int instances, Stage stage);
}
