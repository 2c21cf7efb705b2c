package dev.nacoscapacity.simulator.run;

import java.time.Duration;

/** Shows a person how the run goes. Called on the run's thread. */
public interface Progress {

  /**
   * @param expected how long it should take, or may take at most; zero when unknown
   */
  void phase(String name, Duration expected);

  /** Called once a second. */
  void second(Board board);

  /** Something a reader of the result must know. */
  void note(String text);
}
