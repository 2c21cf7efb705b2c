package dev.nacoscapacity.calibration.engines;

import java.util.function.DoublePredicate;

/** Finds the highest rate at which something keeps its schedule. */
final class KeptRate {

  /** From one rate to the next, until one is too much. */
  private static final double STEP = 2;

  /** So close the lowest rate that was too much comes to the highest that was kept. */
  private static final double WIDTH = 1.15;

  private static final double LEAST = 1;

  private KeptRate() {}

  /**
   * Goes up from a first rate, or down, and then halves what lies between. A rate is too much when
   * it is not kept twice in a row: a JVM that still compiles, or another process, may spoil one
   * try.
   *
   * @param first calls a second
   * @param keeps tries a rate
   * @return a rate that was kept
   * @throws IllegalStateException when not even one call a second is
   */
  static double search(double first, DoublePredicate keeps) {
    double kept = 0;
    double tooMuch = Double.POSITIVE_INFINITY;
    double rate = first;
    while (tooMuch > WIDTH * kept) {
      if (keeps.test(rate) || keeps.test(rate)) {
        kept = rate;
        rate = Double.isInfinite(tooMuch) ? STEP * rate : Math.sqrt(kept * tooMuch);
      } else {
        tooMuch = rate;
        rate = kept == 0 ? rate / STEP : Math.sqrt(kept * tooMuch);
      }
      if (rate < LEAST) {
        throw new IllegalStateException("no rate is kept");
      }
    }
    return kept;
  }
}
