package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.core.cli.UsageException;

/**
 * The range of a search.
 *
 * @param from the first size, which should pass; 1 or more
 * @param to the largest size to try; above {@code from}
 * @param width maximum distance of the answer's two sizes, as a share of the lower one: 0.1 for 10
 *     %; 0.01 to 1
 */
public record SearchRange(int from, int to, double width) {

  /** The default of {@code --width}. */
  private static final double USUAL_WIDTH = 0.1;

  /** Sizes in the middle have three digits. */
  private static final double FINEST = 0.01;

  /**
   * @throws UsageException when the sizes contradict each other
   */
  public SearchRange {
    UsageException.unless(from >= 1, "--from", "is 1 or more, not " + from);
    UsageException.unless(
        to > from, "--to", "is above --from: %,d is not above %,d".formatted(to, from));
    UsageException.unless(width >= FINEST && width <= 1, "--width", "is 1 % to 100 %");
  }

  /** A range whose answer is as exact as usual. */
  public SearchRange(int from, int to) {
    this(from, to, USUAL_WIDTH);
  }

  /** Whether two sizes enclose the answer closely enough. */
  public boolean closeEnough(int passes, int fails) {
    return fails <= passes * (1 + width) || between(passes, fails) == passes;
  }

  /**
   * The size in the middle of two by ratio, to three digits; the lower one when there is none
   * between them.
   */
  public static int between(int lower, int upper) {
    double middle = Math.sqrt((double) lower * upper);
    int unit = (int) Math.max(1, Math.pow(10, Math.floor(Math.log10(middle)) - 2));
    int rounded = (int) Math.round(middle / unit) * unit;
    return rounded > lower && rounded < upper ? rounded : lower;
  }
}
