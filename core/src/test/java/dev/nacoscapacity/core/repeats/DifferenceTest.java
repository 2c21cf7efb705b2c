package dev.nacoscapacity.core.repeats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferenceTest {

  @Test
  void shouldReadQuantilesBetweenValues() {
    assertThat(Spread.quantile(new double[] {4, 1, 3, 2}, 0.5)).isEqualTo(2.5);
    assertThat(Spread.quantile(new double[] {4, 1, 3, 2}, 0)).isEqualTo(1);
    assertThat(Spread.quantile(new double[] {4, 1, 3, 2}, 1)).isEqualTo(4);
    assertThat(Spread.quantile(new double[] {7}, 0.25)).isEqualTo(7);
  }

  @Test
  void shouldLeaveNoRoomWhenRunsAreSteady() {
    assertThat(Difference.ofMedians(constant(60, 10), constant(60, 13)))
        .isEqualTo(new Difference(3, 3.0, 3.0));
  }

  @Test
  void shouldHoldTheTrueDifferenceBetweenItsBoundsWhenSecondsScatter() {
    Difference apart = Difference.ofMedians(noise(120, 100, 1), noise(120, 110, 2));

    assertThat(apart.low()).isLessThan(10).isGreaterThan(0);
    assertThat(apart.high()).isGreaterThan(10).isLessThan(25);
    assertThat(apart.value()).isBetween(apart.low(), apart.high());
  }

  @Test
  void shouldGiveTheSameEachTime() {
    assertThat(Difference.ofMedians(noise(60, 100, 1), noise(60, 110, 2)))
        .isEqualTo(Difference.ofMedians(noise(60, 100, 1), noise(60, 110, 2)));
  }

  @Test
  void shouldGiveWiderBoundsWhenBadSecondsComeTogether() {
    double[] scattered = IntStream.range(0, 60).mapToDouble(i -> i % 2 == 0 ? 10 : 100).toArray();
    double[] together = IntStream.range(0, 60).mapToDouble(i -> i < 30 ? 10 : 100).toArray();

    assertThat(width(Difference.ofMedians(constant(60, 10), together)))
        .isGreaterThanOrEqualTo(width(Difference.ofMedians(constant(60, 10), scattered)));
    assertThat(width(Difference.ofMedians(constant(60, 10), together))).isCloseTo(90, within(1.0));
  }

  @Test
  void shouldClaimNoBoundsWhenARunIsShort() {
    assertThat(Difference.ofMedians(constant(49, 10), constant(60, 12)))
        .isEqualTo(new Difference(2, null, null));
  }

  private static double width(Difference difference) {
    return difference.high() - difference.low();
  }

  private static double[] constant(int seconds, double value) {
    return IntStream.range(0, seconds).mapToDouble(i -> value).toArray();
  }

  private static double[] noise(int seconds, double middle, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, seconds)
        .mapToDouble(i -> middle + 10 * random.nextGaussian())
        .toArray();
  }
}
