package dev.nacoscapacity.simulator.proc;

import java.util.Optional;

/**
 * The increase of a node's counter. A value below the previous one means that the node was
 * restarted, and counts in full.
 */
final class CounterIncrease {

  private boolean hasValue;
  private boolean seenSinceRestart;
  private double last;
  private double sum;

  /** Adds the counter's next value and returns the increase; 0 for the first value. */
  double add(double value) {
    double growth = !hasValue ? 0 : value < last ? value : value - last;
    hasValue = true;
    seenSinceRestart = true;
    last = value;
    sum += growth;
    return growth;
  }

  /** Restarts at 0 from the last value. */
  void restart() {
    seenSinceRestart = false;
    sum = 0;
  }

  /** The increase since the last restart; empty when the counter was not read since. */
  Optional<Double> sum() {
    return seenSinceRestart ? Optional.of(sum) : Optional.empty();
  }
}
