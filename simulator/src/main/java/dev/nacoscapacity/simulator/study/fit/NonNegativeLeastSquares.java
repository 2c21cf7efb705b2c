package dev.nacoscapacity.simulator.study.fit;

/**
 * Least squares without negative results, by cyclic coordinate descent: each variable in turn takes
 * its best value, 0 or more, beside the others, until none moves any more.
 */
final class NonNegativeLeastSquares {

  private static final double TOLERANCE = 1e-12;

  /** Far more than two columns need that the fit still takes for two costs. */
  private static final int MOST_ROUNDS = 20_000;

  private NonNegativeLeastSquares() {}

  /**
   * The x, 0 or more, for which the sum of the squares of {@code rows · x − measured} is least.
   *
   * @param rows one for each measurement
   */
  static double[] solve(double[][] rows, double[] measured) {
    int variables = rows[0].length;
    double[][] products = new double[variables][variables];
    double[] slopes = new double[variables];
    for (int row = 0; row < rows.length; row++) {
      for (int i = 0; i < variables; i++) {
        slopes[i] += rows[row][i] * measured[row];
        for (int j = 0; j < variables; j++) {
          products[i][j] += rows[row][i] * rows[row][j];
        }
      }
    }
    double[] solution = new double[variables];
    boolean moved = true;
    for (int round = 0; moved && round < MOST_ROUNDS; round++) {
      moved = false;
      for (int i = 0; i < variables; i++) {
        if (products[i][i] > 0) {
          double best = Math.max(0, solution[i] + slopes[i] / products[i][i]);
          double change = best - solution[i];
          moved |= Math.abs(change) > TOLERANCE * best;
          solution[i] = best;
          for (int j = 0; j < variables; j++) {
            slopes[j] -= change * products[i][j];
          }
        }
      }
    }
    return solution;
  }
}
