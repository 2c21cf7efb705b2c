package dev.nacoscapacity.core.repeats;

import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Status;
import java.util.List;

/**
 * A bound on the probability of failing, from trials.
 *
 * @param conclusive number of trials that passed or failed
 * @param failed number of trials that failed
 */
public record FailureBound(int conclusive, int failed) {

  /** One minus the confidence level. */
  private static final double DOUBT = 0.05;

  private static final double PRECISION = 1e-12;

  /** Tolerance for rounding, so that floating-point errors do not change a whole percent. */
  private static final double ROUNDING = 1e-6;

  /** The bound from the statuses of trials. */
  public static FailureBound of(List<Status> trials) {
    return new FailureBound(
        (int) trials.stream().filter(status -> status != Status.INCONCLUSIVE).count(),
        (int) trials.stream().filter(status -> status == Status.FAIL).count());
  }

  /** The bound from the trials of one size. */
  public static FailureBound of(Study.Votes votes) {
    return new FailureBound(votes.all(), votes.failed());
  }

  /**
   * Whether the trials support the claim of {@link #share}: at least one was conclusive, and none
   * failed.
   */
  public boolean holds() {
    return conclusive > 0 && failed == 0;
  }

  /**
   * With 95 % confidence less than this share of all trials would fail. It is the share p at which
   * this number of failures or fewer has a probability of 5 %: Σ C(n, i) pⁱ (1 − p)ⁿ⁻ⁱ = 0.05 for i
   * from 0 to {@code failed}. Without a failure that is 1 − 0.05^(1/n).
   *
   * <p>This is the one-sided bound of C. J. Clopper and E. S. Pearson, "The use of confidence or
   * fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934), 404–413. The
   * bound holds for a number of trials that was fixed in advance. It also holds for trials that
   * stop at the second equal result of at most three, since the sum is the same then.
   */
  public double share() {
    return mostOf(conclusive, failed);
  }

  /** With 95 % confidence at least this share of all trials would pass; in whole percent. */
  public String passPercent() {
    return least(failed);
  }

  /** With 95 % confidence at least this share of all trials would fail; in whole percent. */
  public String failPercent() {
    return least(conclusive - failed);
  }

  /** A lower bound, so it is rounded down. */
  private String least(int others) {
    return NumberText.of("%.0f", Math.floor(100 * (1 - mostOf(conclusive, others)) + ROUNDING));
  }

  /** The upper bound on the probability of an event that was seen this many times in n trials. */
  private static double mostOf(int n, int events) {
    double low = 0;
    double high = 1;
    while (high - low > PRECISION) {
      double p = (low + high) / 2;
      if (probabilityOfAtMost(events, n, p) > DOUBT) {
        low = p;
      } else {
        high = p;
      }
    }
    return events >= n ? 1 : high;
  }

  private static double probabilityOfAtMost(int most, int n, double p) {
    double term = Math.pow(1 - p, n);
    double sum = term;
    for (int i = 1; i <= most; i++) {
      term *= (n - i + 1) / (double) i * p / (1 - p);
      sum += term;
    }
    return sum;
  }

  /** The share in whole percent; an upper bound, so it is rounded up. */
  public String percent() {
    return NumberText.of("%.0f", Math.ceil(100 * share() - ROUNDING));
  }
}
