package dev.nacoscapacity.reports.summary;

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

  /** Of trials that came to this. */
  public static FailureBound of(List<Status> trials) {
    return new FailureBound(
        (int) trials.stream().filter(status -> status != Status.INCONCLUSIVE).count(),
        (int) trials.stream().filter(status -> status == Status.FAIL).count());
  }

  /** Whether it can be bounded by {@link #share}: trials were conclusive, and none failed. */
  public boolean holds() {
    return conclusive > 0 && failed == 0;
  }

  /**
   * With 95 % confidence fewer than this share of all trials would fail: zero failures in n trials
   * bound it at 1 − 0.05^(1/n).
   */
  public double share() {
    return 1 - Math.pow(DOUBT, 1.0 / conclusive);
  }

  /** The share in whole percent. */
  public String percent() {
    return Figures.of("%.0f", 100 * share());
  }
}
