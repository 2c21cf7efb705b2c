package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** Whether a stretch of seconds is a steady state. */
public final class SteadyState {

  /** What a beat's p99 may be before there is a baseline to compare with. */
  private static final double GATE_P99_MS = 1_000;

  private static final int DIGITS = 3;

  private SteadyState() {}

  /**
   * What keeps a stretch from being steady: the first thing found, or nothing.
   *
   * @param stretch without a break, at least one second
   * @param baseline to compare latency with; null before there is one
   * @param out whether a node is out of service on purpose at a moment; what it showed then does
   *     not count
   */
  public static Optional<String> missed(
      List<Second> stretch,
      Hypothesis hypothesis,
      Baseline baseline,
      BiPredicate<String, Double> out) {
    long calls = stretch.stream().mapToLong(Second::calls).sum();
    long failed = stretch.stream().mapToLong(Second::failed).sum();
    if (calls == 0) {
      return Optional.of("no call was answered");
    }
    if (failed > hypothesis.failedShare() * calls) {
      return Optional.of(
          words(
              "%,d of %,d calls failed (bound %s %%)",
              failed, calls, plain(100 * hypothesis.failedShare())));
    }
    double p99 = p99Ms(stretch);
    double bound = p99Bound(hypothesis, baseline);
    if (p99 > bound) {
      return Optional.of(words("p99 was %,.1f ms (bound %,.1f ms)", p99, bound));
    }
    return registry(stretch, out);
  }

  private static Optional<String> registry(List<Second> stretch, BiPredicate<String, Double> out) {
    Second first = stretch.get(0);
    for (Second second : stretch) {
      for (Map.Entry<String, NodeRow> node : second.registry().entrySet()) {
        if (out.test(node.getKey(), second.at())) {
          continue;
        }
        NodeRow before = first.registry().get(node.getKey());
        Optional<String> wrong = wrong(node.getValue(), before == null ? 0 : before.lost());
        if (wrong.isPresent()) {
          return Optional.of(wrong.get() + " on " + node.getKey());
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> wrong(NodeRow row, long lostBefore) {
    return count(row, NodeRow::missing, "%,d of %,d instances were missing")
        .or(() -> count(row, NodeRow::unhealthy, "%,d of %,d instances were unhealthy"))
        .or(() -> count(row, r -> r.lost() - lostBefore, "%,d beats were lost"))
        .or(() -> count(row, NodeRow::ghost, "%,d ghosts were listed"))
        .or(() -> count(row, NodeRow::divergent, "nodes disagreed about %,d services"))
        .or(() -> count(row, NodeRow::unknown, "%,d of %,d instances could not be read"));
  }

  private static Optional<String> count(
      NodeRow row, ToLongFunction<NodeRow> count, String sentence) {
    long wrong = count.applyAsLong(row);
    return wrong <= 0 ? Optional.empty() : Optional.of(words(sentence, wrong, row.expected()));
  }

  /** The steady state of a stretch. */
  public static Baseline baseline(List<Second> stretch) {
    double from = stretch.get(0).at() - 1;
    double to = stretch.get(stretch.size() - 1).at();
    long calls = stretch.stream().mapToLong(Second::calls).sum();
    long failed = stretch.stream().mapToLong(Second::failed).sum();
    double worst = stretch.stream().mapToDouble(second -> p99Ms(List.of(second))).max().orElse(0);
    return new Baseline(
        from,
        to,
        calls / Math.max(1, to - from),
        calls == 0 ? 0 : (double) failed / calls,
        p99Ms(stretch),
        worst);
  }

  /** The most that a stretch's p99 may be. */
  static double p99Bound(Hypothesis hypothesis, Baseline baseline) {
    return baseline == null
        ? GATE_P99_MS
        : Math.max(
            hypothesis.p99Factor() * baseline.p99Ms(),
            baseline.worstSecondP99Ms() + hypothesis.p99SlackMs());
  }

  /** Of all calls of the stretch together. */
  static double p99Ms(List<Second> stretch) {
    Histogram all = new Histogram(DIGITS);
    stretch.forEach(second -> all.add(second.latency()));
    return all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(99) / 1e3;
  }

  private static String words(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }

  private static String plain(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
