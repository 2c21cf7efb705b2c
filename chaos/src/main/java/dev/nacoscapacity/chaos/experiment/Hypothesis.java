package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.verdict.Criteria;
import java.time.Duration;
import java.util.Map;

/**
 * The steady state that must hold before the first fault, and should return afterwards.
 *
 * @param stretch how long it must hold without interruption (S)
 * @param failedShare largest share of calls that may fail in it, 0 to 1 (ε)
 * @param p99Factor its p99 may be this many times the baseline's,
 * @param p99Slack or this much above the baseline's worst second, whichever is more
 * @param dropTolerance how long a dropped instance that kept beating may be absent before the drop
 *     counts as data loss; 0 means that every drop counts
 * @param gate how long to wait for the steady state before the first fault
 * @param accepted how many of a figure of the registry a node may show in the steady state, by its
 *     column
 */
public record Hypothesis(
    Duration stretch,
    double failedShare,
    double p99Factor,
    Duration p99Slack,
    Duration dropTolerance,
    Duration gate,
    Map<String, Long> accepted) {

  public static final Hypothesis DEFAULT =
      new Hypothesis(
          Duration.ofSeconds(30),
          0.001,
          1.2,
          Duration.ofMillis(10),
          Duration.ZERO,
          Duration.ofSeconds(120),
          Map.of());

  public Hypothesis {
    require(stretch.toSeconds() >= 1, "stretch is 1s or more, not " + stretch.toMillis() + "ms");
    require(
        failedShare >= 0 && failedShare <= 1, "failed is a share of 0 to 1, not " + failedShare);
    require(p99Factor >= 1, "p99-factor is 1 or more, not " + p99Factor);
    require(
        gate.compareTo(stretch) >= 0,
        "gate is at least the stretch (%d s), not %d s"
            .formatted(stretch.toSeconds(), gate.toSeconds()));
  }

  /** The same hypothesis, which tolerates as many of each figure as the criteria. */
  Hypothesis withCriteria(Criteria criteria) {
    return new Hypothesis(
        stretch, failedShare, p99Factor, p99Slack, dropTolerance, gate, criteria.registry());
  }

  /** The hypothesis in the format of the record. */
  public Experiment.Hypothesis recorded() {
    return new Experiment.Hypothesis(
        failedShare,
        stretch.toMillis() / 1e3,
        p99Factor,
        p99Slack.toMillis(),
        dropTolerance.toMillis() / 1e3,
        accepted);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
