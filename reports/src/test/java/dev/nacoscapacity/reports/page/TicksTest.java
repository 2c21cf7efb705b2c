package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TicksTest {

  @Test
  void shouldGiveEachOfAFewSecondsAPoint() {
    Ticks ticks = Ticks.of(DoubleStream.of(1.35, 1.35, 2.36, 3.37));

    assertThat(ticks.ends()).containsExactly(1.35, 2.36, 3.37);
    assertThat(ticks.span(0)).isEqualTo(1.35);
    assertThat(ticks.at(1.35)).isZero();
    assertThat(ticks.at(1.36)).isOne();
    assertThat(ticks.at(99)).as("after the last").isEqualTo(2);
  }

  @Test
  void shouldTreatRowsOfSeveralNodesAsOneMoment() {
    Ticks ticks = Ticks.of(DoubleStream.of(1.370, 1.371, 1.372, 2.380, 2.381));

    assertThat(ticks.ends()).containsExactly(1.372, 2.381);
    assertThat(ticks.at(1.370)).isZero();
  }

  @Test
  void shouldLetSecondsShareAPointWhenTheyAreMany() {
    Ticks ticks = Ticks.of(IntStream.rangeClosed(1, 10).asDoubleStream(), 4);

    assertThat(ticks.ends()).containsExactly(3, 6, 9, 10);
    assertThat(ticks.at(4)).isOne();
    assertThat(ticks.span(1)).isEqualTo(3);
    assertThat(ticks.span(3)).isOne();
  }

  @Test
  void shouldHaveNoPointsWhenThereAreNoRows() {
    assertThat(Ticks.of(DoubleStream.empty()).points()).isZero();
  }

  @Test
  void shouldKeepEveryPeakAndEveryDipInThePointOfItsTime() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      int rows = 1 + random.nextInt(5_000);
      double[] values = random.doubles(rows).toArray();
      Ticks ticks = Ticks.of(IntStream.rangeClosed(1, rows).asDoubleStream());
      PointFolds folds = new PointFolds(ticks);
      for (int i = 0; i < rows; i++) {
        folds.highest("highest", ticks.at(i + 1), Optional.of(values[i]));
        folds.lowest("lowest", ticks.at(i + 1), Optional.of(values[i]));
      }
      double[] highest = folds.values().get("highest");
      double[] lowest = folds.values().get("lowest");

      assertThat(ticks.points()).isBetween(1, Ticks.MOST_POINTS);
      for (int i = 0; i < rows; i++) {
        assertThat(highest[ticks.at(i + 1)]).isGreaterThanOrEqualTo(values[i]);
        assertThat(lowest[ticks.at(i + 1)]).isLessThanOrEqualTo(values[i]);
      }
      assertThat(DoubleStream.of(highest).max()).isEqualTo(DoubleStream.of(values).max());
      assertThat(DoubleStream.of(lowest).min()).isEqualTo(DoubleStream.of(values).min());
    }
  }
}
