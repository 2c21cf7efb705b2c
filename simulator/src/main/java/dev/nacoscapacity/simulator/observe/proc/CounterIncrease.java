package dev.nacoscapacity.simulator.observe.proc;

/**
 * How much a counter of a node grew. A value below the one before means that the node was started
 * anew, and counts whole.
 */
final class CounterIncrease {

  private boolean seen;
  private double last;
  private double sum;

  /** Takes the counter's next value and returns the growth; the first value has none. */
  double add(double value) {
    double growth = !seen ? 0 : value < last ? value : value - last;
    seen = true;
    last = value;
    sum += growth;
    return growth;
  }

  /** Counts from 0 again, from the last value on. */
  void restart() {
    sum = 0;
  }

  /** The growth, or null when the counter was never read. */
  Double sum() {
    return seen ? sum : null;
  }
}
