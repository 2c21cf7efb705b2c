package dev.nacoscapacity.simulator.schedule;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The periods of several classes of actors as multiples of a common one, so that one order serves
 * all classes: an actor takes part in every {@code multiples}-th round.
 *
 * @param common in nanoseconds
 * @param multiples by class
 */
public record Periods(long common, int[] multiples) {

  /**
   * @param periods by class, in nanoseconds: all above 0, or all 0 for an operation that is never
   *     due
   */
  public static Periods of(long... periods) {
    long common =
        LongStream.of(periods)
            .mapToObj(BigInteger::valueOf)
            .reduce(BigInteger.ZERO, BigInteger::gcd)
            .longValueExact();
    return new Periods(
        common,
        LongStream.of(periods)
            .mapToInt(each -> common == 0 ? 1 : Math.toIntExact(each / common))
            .toArray());
  }

  /** Whether all classes have the same period. */
  public boolean equal() {
    return Arrays.stream(multiples).allMatch(each -> each == 1);
  }
}
