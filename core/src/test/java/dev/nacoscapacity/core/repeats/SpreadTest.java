package dev.nacoscapacity.core.repeats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void shouldReadQuantilesBetweenValues() {
    assertThat(Spread.quantile(new double[] {4, 1, 3, 2}, 0.5)).isEqualTo(2.5);
    assertThat(Spread.quantile(new double[] {4, 1, 3, 2}, 0)).isEqualTo(1);
    assertThat(Spread.quantile(new double[] {4, 1, 3, 2}, 1)).isEqualTo(4);
    assertThat(Spread.quantile(new double[] {7}, 0.25)).isEqualTo(7);
  }

  @Test
  void shouldTakeTheMiddleOfAnOddNumberAndTheMeanOfTwoOfAnEvenOne() {
    assertThat(Spread.of(DoubleStream.of(3, 9, 1))).isEqualTo(new Spread(3, 1, 9));
    assertThat(Spread.of(DoubleStream.of(4, 1, 2, 9))).isEqualTo(new Spread(3, 1, 9));
  }

  @Test
  void shouldCompareWithinEachRoundWhenTheMachineChangesBetweenThem() {
    List<Double> numerators = List.of(90.0, 45.0);
    List<Double> denominators = List.of(100.0, 50.0);

    assertThat(Spread.ofRatios(numerators, denominators, Double::doubleValue))
        .isEqualTo(new Spread(0.9, 0.9, 0.9));
  }

  @Test
  void shouldRefuseWhenThereIsNothing() {
    assertThatThrownBy(() -> Spread.of(DoubleStream.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRankInfinityAsTheLargest() {
    double never = Double.POSITIVE_INFINITY;

    assertThat(Spread.quantile(new double[] {never, never}, 0.5)).isEqualTo(never);
    assertThat(Spread.quantile(new double[] {never, 1}, 0.5)).isEqualTo(never);
    assertThat(Spread.quantile(new double[] {never, 1, 2}, 0.5)).isEqualTo(2);
  }
}
