package dev.nacoscapacity.chaos.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.HdrHistogram.Histogram;

/** Checks whether a period is a steady state. */
public final class SteadyState {

  /** The bound on the p99 of beats before there is a baseline. */
  private static final double GATE_P99_MS = 1_000;

  private static final int DIGITS = 3;

  private SteadyState() {}

  /**
   * Why a period is not steady: the first violation, or empty.
   *
   * @param stretch consecutive seconds, at least one
   * @param baseline to compare latency with; empty before there is one
   * @param out whether a node is out of service because of a fault at a moment; its figures do not
   *     count then
   */
  public static Optional<Message> missed(
      List<TrialSecond> stretch,
      Hypothesis hypothesis,
      Optional<Baseline> baseline,
      BiPredicate<String, Double> out) {
    long calls = stretch.stream().mapToLong(TrialSecond::calls).sum();
    long failed = stretch.stream().mapToLong(TrialSecond::failed).sum();
    if (calls == 0) {
      return Optional.of(Message.of("steady.noCall"));
    }
    if (failed > hypothesis.failedShare() * calls) {
      return Optional.of(
          Message.of(
              "steady.failed",
              with("failed", failed).and("calls", calls).and("bound", hypothesis.failedShare())));
    }
    double p99 = p99Ms(stretch);
    double bound = p99Bound(hypothesis, baseline);
    if (p99 > bound) {
      return Optional.of(Message.of("steady.latency", with("p99", p99).and("bound", bound)));
    }
    long moving = stretch.stream().mapToLong(TrialSecond::moving).max().orElse(0);
    if (moving > 0) {
      return Optional.of(Message.of("steady.moving", with("count", moving)));
    }
    return registry(stretch, hypothesis, out);
  }

  private static Optional<Message> registry(
      List<TrialSecond> stretch, Hypothesis hypothesis, BiPredicate<String, Double> out) {
    for (TrialSecond second : stretch) {
      for (Map.Entry<String, RegistryStats> node : second.registry().entrySet()) {
        if (out.test(node.getKey(), second.at())) {
          continue;
        }
        RegistryStats listed = node.getValue();
        for (RegistryCount figure : RegistryCount.JUDGED) {
          if (listed.count(figure) > hypothesis.accepted(figure)) {
            return Optional.of(
                Message.of(
                    "steady." + figure.column(),
                    with("count", listed.count(figure))
                        .and("expected", listed.count(RegistryCount.EXPECTED))
                        .and("node", node.getKey())));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The baseline figures of a period. */
  public static Baseline baseline(List<TrialSecond> stretch) {
    double from = stretch.get(0).at() - 1;
    double to = stretch.get(stretch.size() - 1).at();
    long calls = stretch.stream().mapToLong(TrialSecond::calls).sum();
    long failed = stretch.stream().mapToLong(TrialSecond::failed).sum();
    double worst = stretch.stream().mapToDouble(second -> p99Ms(List.of(second))).max().orElse(0);
    return new Baseline(
        from,
        to,
        calls / Math.max(1, to - from),
        calls == 0 ? 0 : (double) failed / calls,
        p99Ms(stretch),
        worst);
  }

  /** The upper bound on the p99 of a period. */
  static double p99Bound(Hypothesis hypothesis, Optional<Baseline> baseline) {
    return baseline
        .map(
            steady ->
                Math.max(
                    hypothesis.p99Factor() * steady.p99Ms(),
                    steady.worstSecondP99Ms() + hypothesis.p99SlackMs()))
        .orElse(GATE_P99_MS);
  }

  /** The p99 of all calls of a period together. */
  static double p99Ms(List<TrialSecond> stretch) {
    Histogram all = new Histogram(DIGITS);
    stretch.forEach(second -> all.add(second.latency()));
    return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(99) / 1e3;
  }
}
