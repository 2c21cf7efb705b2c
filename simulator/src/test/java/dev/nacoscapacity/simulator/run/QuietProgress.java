package dev.nacoscapacity.simulator.run;

import java.time.Duration;

/** Watches a run and shows nothing. */
public class QuietProgress implements Progress {

  /** Does something as a phase begins. */
  static Progress at(String phase, Runnable action) {
    return new QuietProgress() {
      @Override
      public void phase(String name, Duration expected) {
        if (name.equals(phase)) {
          action.run();
        }
      }
    };
  }

  @Override
  public void second(RunSecond second) {}
}
