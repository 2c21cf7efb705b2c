package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.cluster.model.Cost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Estimates the cost of each kind of work from runs with known amounts of work: non-negative least
 * squares of the relative errors, with percentile intervals from a bootstrap of the residuals
 * (Efron's bootstrap for fixed designs, since no run may be missing). Costs whose amounts are
 * collinear in all runs are estimated as one cost, and divided in their previous proportion.
 */
final class Regression {

  private static final int RESAMPLES = 1000;

  /** Number of reweighting passes. */
  private static final int PASSES = 4;

  /** Cosine of the angle between two columns, above which noisy runs cannot separate them. */
  private static final double ONE_COST = 0.98;

  /** A cost with a smaller share in every run cannot be estimated. */
  private static final double LEAST_SHARE = 0.002;

  private static final int TEACHERS = 3;

  /**
   * A run.
   *
   * @param name for tables
   * @param amounts of each kind, of all nodes together
   * @param measured total cost, in the unit of the costs; above 0
   * @param knownCost part of the total cost, of work that is not among the amounts
   */
  record Equation(String name, Map<Cost, Double> amounts, double measured, double knownCost) {

    /** A run of which no cost is known. */
    Equation(String name, Map<Cost, Double> amounts, double measured) {
      this(name, amounts, measured, 0);
    }

    /**
     * The row without the work of known costs. Its total cost remains the scale of its error: what
     * is left of a row that consists mostly of known work is mostly error.
     */
    Equation without(Map<Cost, Double> costs) {
      Map<Cost, Double> others = new EnumMap<>(amounts);
      others.keySet().removeAll(costs.keySet());
      double sum = knownCost;
      for (Map.Entry<Cost, Double> each : costs.entrySet()) {
        sum += each.getValue() * amounts.getOrDefault(each.getKey(), 0.0);
      }
      return new Equation(name, others, measured, sum);
    }
  }

  /**
   * An estimate of costs that the runs cannot separate; usually a single cost.
   *
   * @param costs estimated costs, in the unit of the measurement
   * @param low 2.5th percentile of the first cost
   * @param high 97.5th percentile of the first cost
   * @param determinedBy names of the runs that determine the estimate
   */
  record Estimate(Map<Cost, Double> costs, double low, double high, List<String> determinedBy) {

    Cost first() {
      return costs.keySet().iterator().next();
    }

    double value() {
      return costs.get(first());
    }

    String names() {
      return costs.keySet().stream().map(Cost::key).collect(Collectors.joining(" and "));
    }

    /** Whether the interval is wider than the cost. */
    boolean vague() {
      return vagueness() > 1;
    }

    /** Whether the interval contains a value of the first cost. */
    boolean contains(double cost) {
      return low <= cost && cost <= high;
    }

    /** The width of the interval relative to the cost. */
    double vagueness() {
      return value() == 0 ? Double.POSITIVE_INFINITY : (high - low) / value();
    }
  }

  private final List<Equation> rows;
  private final Map<Cost, Double> before;

  /** Groups of costs that are estimated as one. */
  private final List<List<Cost>> groups = new ArrayList<>();

  /** Shares of each group in each run's CPU by the previous costs; see {@link #weigh}. */
  private final double[][] shares;

  /**
   * @param rows at least one
   * @param before previous costs, whose proportions divide a group; above 0
   */
  Regression(List<Equation> rows, Map<Cost, Double> before) {
    this.rows = rows;
    this.before = before;
    Map<Cost, double[]> columns = new LinkedHashMap<>();
    for (Cost cost : before.keySet()) {
      double[] column = rows.stream().mapToDouble(row -> share(row, cost)).toArray();
      if (Arrays.stream(column).max().orElse(0) >= LEAST_SHARE) {
        columns.put(cost, column);
      }
    }
    List<double[]> summed = new ArrayList<>();
    columns.forEach(
        (cost, column) -> {
          int same =
              IntStream.range(0, summed.size())
                  .filter(i -> cosine(summed.get(i), column) > ONE_COST)
                  .findFirst()
                  .orElse(-1);
          if (same < 0) {
            groups.add(new ArrayList<>(List.of(cost)));
            summed.add(column.clone());
          } else {
            groups.get(same).add(cost);
            Arrays.setAll(summed.get(same), row -> summed.get(same)[row] + column[row]);
          }
        });
    shares = new double[rows.size()][groups.size()];
    for (int row = 0; row < shares.length; row++) {
      int at = row;
      Arrays.setAll(shares[row], group -> summed.get(group)[at]);
    }
  }

  private double share(Equation row, Cost cost) {
    return row.amounts().getOrDefault(cost, 0.0) * before.get(cost) / row.measured();
  }

  private static double cosine(double[] a, double[] b) {
    return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
  }

  private static double product(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  /**
   * The estimates; a cost that no run contains is missing.
   *
   * @param seed of the resampling
   */
  List<Estimate> estimates(long seed) {
    double[] knownShares =
        rows.stream().mapToDouble(row -> row.knownCost() / row.measured()).toArray();
    double[] measured = Arrays.stream(knownShares).map(share -> 1 - share).toArray();
    double[] factors = NonNegativeLeastSquares.solve(shares, measured);
    for (int pass = 1; pass < PASSES; pass++) {
      weigh(factors, measured, knownShares);
      factors = NonNegativeLeastSquares.solve(shares, measured);
    }
    double[][] resampled = resampled(factors, leftOver(factors, measured), seed);
    List<Estimate> estimates = new ArrayList<>();
    for (int group = 0; group < factors.length; group++) {
      Map<Cost, Double> costs = new LinkedHashMap<>();
      for (Cost cost : groups.get(group)) {
        costs.put(cost, factors[group] * before.get(cost));
      }
      double first = before.get(groups.get(group).get(0));
      estimates.add(
          new Estimate(
              costs,
              first * resampled[group][RESAMPLES * 25 / 1000],
              first * resampled[group][RESAMPLES * 975 / 1000 - 1],
              determinedBy(group)));
    }
    return estimates;
  }

  /**
   * Errors are weighted relative to the fitted values, of known work and of the rest. Relative to
   * the measured values, a run that was low by chance would count more than one that was high.
   */
  private void weigh(double[] factors, double[] measured, double[] knownShares) {
    for (int row = 0; row < shares.length; row++) {
      double fitted = knownShares[row] + fitted(row, factors);
      if (fitted > 0) {
        measured[row] /= fitted;
        knownShares[row] /= fitted;
        for (int group = 0; group < factors.length; group++) {
          shares[row][group] /= fitted;
        }
      }
    }
  }

  /** The residuals, scaled up to correct for the fitted degrees of freedom. */
  private double[] leftOver(double[] factors, double[] measured) {
    double free = Math.max(1, shares.length - factors.length);
    double[] residuals = new double[shares.length];
    Arrays.setAll(
        residuals, row -> (measured[row] - fitted(row, factors)) * Math.sqrt(shares.length / free));
    return residuals;
  }

  /** The resampled estimates of each group, sorted. */
  private double[][] resampled(double[] factors, double[] residuals, long seed) {
    double[][] resampled = new double[groups.size()][RESAMPLES];
    SplittableRandom random = new SplittableRandom(seed);
    double[] other = new double[shares.length];
    for (int sample = 0; sample < RESAMPLES; sample++) {
      Arrays.setAll(
          other, row -> fitted(row, factors) + residuals[random.nextInt(residuals.length)]);
      double[] once = NonNegativeLeastSquares.solve(shares, other);
      for (int group = 0; group < once.length; group++) {
        resampled[group][sample] = once[group];
      }
    }
    for (double[] each : resampled) {
      Arrays.sort(each);
    }
    return resampled;
  }

  private double fitted(int row, double[] factors) {
    return product(shares[row], factors);
  }

  private List<String> determinedBy(int group) {
    return IntStream.range(0, shares.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer row) -> -shares[row][group]))
        .limit(TEACHERS)
        .map(row -> rows.get(row).name())
        .toList();
  }
}
