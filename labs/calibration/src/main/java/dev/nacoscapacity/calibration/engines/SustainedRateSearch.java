package dev.nacoscapacity.calibration.engines;

import java.util.function.DoublePredicate;

/** Searches for the highest rate at which an engine keeps its schedule. */
final class SustainedRateSearch {

  /** Factor between two rates, until a rate is too high. */
  private static final double STEP = 2;

  /**
   * The search ends when the lowest rate that was too high is at most this factor above the highest
   * kept rate.
   */
  private static final double WIDTH = 1.15;

  private static final double LEAST = 1;

  private SustainedRateSearch() {}

  /**
   * Raises or lowers the rate from a first one, and then bisects. A rate is too high when it is
   * missed twice in a row, since a JVM that still compiles, or another process, may disturb one
   * attempt.
   *
   * @param first calls a second
   * @param keeps tries a rate
   * @return a rate that was kept
   * @throws IllegalStateException when not even one call a second is kept
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
