package dev.nacoscapacity.reports.repeats;

import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;

/**
 * What trials say of the probability of failing.
 *
 * @param conclusive how many passed or failed
 * @param failed how many of them failed
 */
public record FailureBound(int conclusive, int failed) {

  /** With this much less than certainty the probability is bounded. */
  private static final double DOUBT = 0.05;

  private static final double PRECISION = 1e-12;

  /** So that what is a whole percent but for the precision stays one. */
  private static final double ROUNDING = 1e-6;

  /** Of trials that came to this. */
  public static FailureBound of(List<Status> trials) {
    return new FailureBound(
        (int) trials.stream().filter(status -> status != Status.INCONCLUSIVE).count(),
        (int) trials.stream().filter(status -> status == Status.FAIL).count());
  }

  /** Of one size's trials. */
  public static FailureBound of(Study.Votes votes) {
    return new FailureBound(votes.all(), votes.failed());
  }

  /** Whether it can be bounded by {@link #share}: trials were conclusive, and none failed. */
  public boolean holds() {
    return conclusive > 0 && failed == 0;
  }

  /**
   * With 95 % confidence fewer than this share of all trials would fail. It is the share p at which
   * so few failures, or fewer, would come with a probability of 5 %: Σ C(n, i) pⁱ (1 − p)ⁿ⁻ⁱ = 0.05
   * for i from 0 to {@code failed}. Without a failure that is 1 − 0.05^(1/n).
   *
   * <p>It is the one-sided bound of C. J. Clopper and E. S. Pearson, "The use of confidence or
   * fiducial limits illustrated in the case of the binomial", Biometrika 26 (1934), 404–413. It
   * holds for trials of a size that was chosen before them, and as well for the result that ended
   * the trials by coming a second time of at most three: the sum is then the same.
   */
  public double share() {
    return mostOf(conclusive, failed);
  }

  /** With 95 % confidence this share of all trials would pass, or more; in whole percent. */
  public String passPercent() {
    return least(failed);
  }

  /** With 95 % confidence this share of all trials would fail, or more; in whole percent. */
  public String failPercent() {
    return least(conclusive - failed);
  }

  /** Rounded down, for it is the least. */
  private String least(int others) {
    return NumberText.of("%.0f", Math.floor(100 * (1 - mostOf(conclusive, others)) + ROUNDING));
  }

  /** The most that is likely of something that was seen so many times in n trials. */
  private static double mostOf(int n, int seen) {
    double low = 0;
    double high = 1;
    while (high - low > PRECISION) {
      double p = (low + high) / 2;
      if (probabilityOfAtMost(seen, n, p) > DOUBT) {
        low = p;
      } else {
        high = p;
      }
    }
    return seen >= n ? 1 : high;
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

  /** The share in whole percent; rounded up, for it is the most. */
  public String percent() {
    return NumberText.of("%.0f", Math.ceil(100 * share() - ROUNDING));
  }
}
