package dev.nacoscapacity.simulator.capacity;

import java.util.List;

/**
 * Whether a registry is warm. A JVM that was just started compiles what it runs most, and answers a
 * call with less and less CPU time; it is warm when that time falls no more.
 */
final class Warmth {

  private static final int FEWEST_TRIALS = 2;
  private static final int MOST_TRIALS = 5;

  /** A fall by less than this share is noise. */
  private static final double STEADY = 0.1;

  private Warmth() {}

  /** Whether it is warm, or will not get warmer by more of the same. */
  static boolean enough(List<Trial> trials) {
    List<Trial> warming = trials.stream().filter(trial -> trial.stage() == Stage.WARM).toList();
    return warming.size() >= MOST_TRIALS || warming.size() >= FEWEST_TRIALS && steady(warming);
  }

  private static boolean steady(List<Trial> warming) {
    Double before = warming.get(warming.size() - 2).cpuMsPerCall();
    Double now = warming.get(warming.size() - 1).cpuMsPerCall();
    return before == null || now == null || now >= before * (1 - STEADY);
  }
}
