package dev.nacoscapacity.simulator.study.fit;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.linear.SingularValueDecomposition;

/**
 * Least squares without negative results. Source: Lawson and Hanson, "Solving Least Squares
 * Problems" (1974), chapter 23, algorithm NNLS.
 */
final class NonNegative {

  private static final double TOLERANCE = 1e-10;

  private final RealMatrix rows;
  private final RealVector measured;

  /** The variables that may be above 0 now. */
  private final boolean[] free;

  private double[] found;

  private NonNegative(RealMatrix rows, RealVector measured) {
    this.rows = rows;
    this.measured = measured;
    this.free = new boolean[rows.getColumnDimension()];
    this.found = new double[free.length];
  }

  /**
   * The x, 0 or more, for which the sum of the squares of {@code rows · x − measured} is least.
   *
   * @param rows one for each measurement
   */
  static double[] solve(double[][] rows, double[] measured) {
    return new NonNegative(MatrixUtils.createRealMatrix(rows), new ArrayRealVector(measured))
        .solve();
  }

  private double[] solve() {
    double scale = TOLERANCE * rows.transpose().operate(measured).getLInfNorm();
    // Each round frees one variable; the bound only guards against cycles.
    for (int round = 0; round < 3 * free.length; round++) {
      RealVector slope =
          rows.transpose().operate(measured.subtract(rows.operate(new ArrayRealVector(found))));
      int steepest =
          IntStream.range(0, free.length)
              .filter(i -> !free[i] && slope.getEntry(i) > scale)
              .boxed()
              .max((a, b) -> Double.compare(slope.getEntry(a), slope.getEntry(b)))
              .orElse(-1);
      if (steepest < 0) {
        return found;
      }
      free[steepest] = true;
      descend();
    }
    return found;
  }

  /**
   * Moves to the least-squares solution of the free variables; variables that would become negative
   * are fixed at 0.
   */
  private void descend() {
    while (true) {
      double[] wanted = leastSquaresOfFree();
      double step = 1;
      for (int i = 0; i < free.length; i++) {
        if (free[i] && wanted[i] <= 0) {
          step = found[i] == 0 ? 0 : Math.min(step, found[i] / (found[i] - wanted[i]));
        }
      }
      for (int i = 0; i < free.length; i++) {
        found[i] += step * (wanted[i] - found[i]);
        if (free[i] && step < 1 && found[i] <= TOLERANCE * Math.abs(wanted[i])) {
          free[i] = false;
          found[i] = 0;
        }
      }
      if (step == 1) {
        return;
      }
    }
  }

  private double[] leastSquaresOfFree() {
    int[] columns = IntStream.range(0, free.length).filter(i -> free[i]).toArray();
    int[] all = IntStream.range(0, rows.getRowDimension()).toArray();
    RealVector solved =
        new SingularValueDecomposition(rows.getSubMatrix(all, columns)).getSolver().solve(measured);
    double[] wanted = new double[free.length];
    Arrays.setAll(wanted, i -> 0);
    for (int k = 0; k < columns.length; k++) {
      wanted[columns[k]] = solved.getEntry(k);
    }
    return wanted;
  }
}
