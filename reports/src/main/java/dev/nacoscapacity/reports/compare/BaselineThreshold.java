package dev.nacoscapacity.reports.compare;

import static dev.nacoscapacity.core.text.Arguments.with;
import static java.util.stream.Collectors.joining;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bound on the difference from the first run, which the other runs must keep: {@code
 * beat.p99<+20%}, {@code list.achieved>-5%}, {@code missing<+0}. A difference at its bound is kept.
 *
 * @param text the threshold as written
 * @param figure operation and figure joined by a dot, or the figure alone, as named in a comparison
 * @param most true if a larger difference breaks it, false if a smaller one does
 * @param amount of the difference, negative for less than the first run: a share of the first run's
 *     figure if {@code relative}, otherwise in the unit of the figure
 */
public record BaselineThreshold(
    String text, String figure, boolean most, double amount, boolean relative) {

  private static final Pattern FORM =
      Pattern.compile("\\s*(.*?)\\s*([<>])=?\\s*([+-]\\d+(?:\\.\\d+)?)\\s*(%?)(?:ms)?\\s*");

  /** Counts of calls compare between windows whose lengths differ by no more than this share. */
  private static final double WINDOWS_DIFFER = 0.05;

  /**
   * The result of the threshold for one run.
   *
   * @param name of the checked figure, with the folder of the run if there are several runs
   * @param broken empty when a figure is unknown, or is of a run without a conclusion
   * @param sentence with both figures
   */
  public record Finding(String name, Optional<Boolean> broken, Message sentence) {}

  /**
   * Parses a threshold.
   *
   * @throws IllegalArgumentException when the text is not a threshold
   */
  public static BaselineThreshold parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || form.group(1).isEmpty()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no bound against a baseline: write FIGURE<+N or FIGURE>-N, with % for a share of"
              + " the baseline's figure, for example beat.p99<+20%");
    }
    boolean relative = !form.group(4).isEmpty();
    double amount = Double.parseDouble(form.group(3));
    return new BaselineThreshold(
        text.strip(),
        form.group(1),
        form.group(2).equals("<"),
        relative ? amount / 100 : amount,
        relative);
  }

  /**
   * Checks all runs but the first. Where fleets speak two protocols and have no common figure, the
   * figure of each protocol is checked.
   *
   * @throws IllegalArgumentException when no run has such a figure
   */
  public List<Finding> check(RunComparison comparison) {
    List<Measure> measures = measures(comparison, Measure::path);
    if (measures.isEmpty()) {
      measures = measures(comparison, Measure::pathWithoutTransport);
    }
    if (measures.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is of no figure of these runs; they have %s"
              .formatted(
                  text, comparison.measures().stream().map(Measure::path).collect(joining(", "))));
    }
    List<Finding> findings = new ArrayList<>();
    for (Measure measure : measures) {
      for (int run = 1; run < measure.values().size(); run++) {
        findings.add(finding(measure, run, comparison));
      }
    }
    return findings;
  }

  private List<Measure> measures(RunComparison comparison, Function<Measure, String> name) {
    return comparison.measures().stream().filter(each -> name.apply(each).equals(figure)).toList();
  }

  private Finding finding(Measure measure, int run, RunComparison comparison) {
    Optional<Measure.Value> first = measure.values().get(0);
    Optional<Measure.Value> value = measure.values().get(run);
    String written = text.substring(text.indexOf(most ? '<' : '>'));
    String folder = comparison.folder(run) + ": ";
    String name = (comparison.runs().size() > 2 ? folder : "") + measure.path() + written;
    Arguments subject = with("figure", folder + measure.path());
    if (first.isEmpty() || value.isEmpty()) {
      String unknown = comparison.folder(first.isEmpty() ? 0 : run);
      return new Finding(
          name, Optional.empty(), Message.of("threshold.unknown", subject.and("run", unknown)));
    }
    double baseline = first.get().value();
    double difference = value.get().value() - baseline;
    double bound = relative ? amount * Math.abs(baseline) : amount;
    boolean broken = most ? difference > bound : difference < bound;
    Optional<Message> doubt = doubt(subject, measure, run, broken, comparison);
    if (doubt.isPresent()) {
      return new Finding(name, Optional.empty(), doubt.get());
    }
    String change =
        relative && baseline != 0
            ? NumberText.of("%+.1f %%", 100 * difference / Math.abs(baseline))
            : NumberText.of("%+,.1f", difference);
    return new Finding(
        name,
        Optional.of(broken),
        Message.of(
            "threshold.finding",
            subject
                .and("was", ComparisonText.figure(first.get()))
                .and("is", ComparisonText.figure(value.get()))
                .and("unit", measure.unit().isEmpty() ? null : measure.unit())
                .and("change", change)
                .and("threshold", written)));
  }

  /** Why a difference, or the lack of one, proves nothing; empty when it proves something. */
  private static Optional<Message> doubt(
      Arguments subject, Measure measure, int run, boolean broken, RunComparison comparison) {
    RunRecord first = comparison.runs().get(0).run();
    RunRecord other = comparison.runs().get(run).run();
    if (first.source().closedLoop() != other.source().closedLoop() && measure.unit().equals("ms")) {
      return Optional.of(Message.of("threshold.closedLoop", subject));
    }
    double window = first.windowSeconds();
    if (measure.isCount()
        && !measure.operation().isEmpty()
        && Math.abs(other.windowSeconds() - window) > WINDOWS_DIFFER * window) {
      return Optional.of(
          Message.of(
              "threshold.windows",
              subject.and("seconds", window).and("other", other.windowSeconds())));
    }
    for (int each : new int[] {0, run}) {
      RunRecord record = comparison.runs().get(each).run();
      String folder = comparison.folder(each);
      if (record.status().filter(status -> status != Status.INCONCLUSIVE).isEmpty()) {
        return Optional.of(Message.of("threshold.inconclusive", subject.and("run", folder)));
      }
      if (!broken && each == run && hasFailed(record) && !hasFailed(first)) {
        return Optional.of(Message.of("threshold.failed", subject.and("run", folder)));
      }
      if (!broken && (record.guardStop() != null || record.abort() != null)) {
        return Optional.of(Message.of("threshold.endedEarly", subject.and("run", folder)));
      }
      if (!broken && record.registry() != null && !record.registry().complete()) {
        return Optional.of(Message.of("threshold.neverWhole", subject.and("run", folder)));
      }
    }
    return Optional.empty();
  }

  private static boolean hasFailed(RunRecord run) {
    return run.status().equals(Optional.of(Status.FAIL));
  }
}
