package dev.nacoscapacity.simulator.study.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NonNegativeLeastSquaresTest {

  private static final Offset<Double> CLOSE = within(1e-9);

  @Test
  void shouldFindWhatTheRowsWereMadeOf() {
    double[][] rows = {{1, 2, 0}, {0, 1, 3}, {4, 0, 1}, {1, 1, 1}};

    assertThat(NonNegativeLeastSquares.solve(rows, new double[] {3, 7, 6, 4}))
        .containsExactly(new double[] {1, 1, 2}, CLOSE);
  }

  /** The plain solution is (2, -1); with the second at 0, 1.5 fits best. */
  @Test
  void shouldKeepAtZeroWhatWouldBeNegative() {
    double[][] rows = {{1, 0}, {1, 1}};

    assertThat(NonNegativeLeastSquares.solve(rows, new double[] {2, 1}))
        .containsExactly(new double[] {1.5, 0}, CLOSE);
  }

  /** No x, 0 or more, is better: no slope of the residual leads down into what is allowed. */
  @Test
  void shouldEndWhereNoAllowedStepLeadsDown() {
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 200; trial++) {
      double[][] rows = new double[12][5];
      double[] measured = new double[12];
      for (int row = 0; row < rows.length; row++) {
        measured[row] = random.nextDouble(-1, 1);
        for (int column = 0; column < rows[row].length; column++) {
          rows[row][column] = random.nextDouble();
        }
      }
      double[] solution = NonNegativeLeastSquares.solve(rows, measured);
      double[] fitted = times(rows, solution);
      for (int column = 0; column < solution.length; column++) {
        double slope = 0;
        for (int row = 0; row < rows.length; row++) {
          slope += rows[row][column] * (measured[row] - fitted[row]);
        }
        assertThat(solution[column]).isNotNegative();
        assertThat(slope).isLessThan(1e-6);
        if (solution[column] > 0) {
          assertThat(slope).isCloseTo(0, within(1e-6));
        }
      }
    }
  }

  private static double[] times(double[][] rows, double[] x) {
    double[] product = new double[rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int column = 0; column < x.length; column++) {
        product[row] += rows[row][column] * x[column];
      }
    }
    return product;
  }
}
