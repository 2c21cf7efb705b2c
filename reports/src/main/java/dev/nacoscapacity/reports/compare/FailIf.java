package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.reports.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A difference from the first run that fails the others: {@code beat.p99>+20%}, {@code
 * list.achieved<-5%}, {@code missing>+0}.
 *
 * @param text as it was written
 * @param figure the operation and the figure with a dot between, or the figure alone, as a
 *     comparison calls them
 * @param above whether a larger difference fails; else a smaller one
 * @param amount of the difference, below 0 for less than the first run's: a share of the first
 *     run's figure where it is relative, else in the figure's unit
 */
public record FailIf(String text, String figure, boolean above, double amount, boolean relative) {

  private static final Pattern FORM =
      Pattern.compile("\\s*(.*?)\\s*([<>])\\s*([+-]\\d+(?:\\.\\d+)?)\\s*(%?)\\s*");

  /**
   * What it says of one run.
   *
   * @param broken null when a figure is unknown
   * @param sentence with both figures
   */
  public record Finding(FailIf condition, int run, Boolean broken, String sentence) {}

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static FailIf parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || form.group(1).isEmpty()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is FIGURE>+N or FIGURE<-N, with % for a share of the baseline's figure, for"
              + " example beat.p99>+20%");
    }
    boolean relative = !form.group(4).isEmpty();
    double amount = Double.parseDouble(form.group(3));
    return new FailIf(
        text.strip(),
        form.group(1),
        form.group(2).equals(">"),
        relative ? amount / 100 : amount,
        relative);
  }

  /**
   * Holds all runs but the first to it.
   *
   * @throws IllegalArgumentException when no run has such a figure
   */
  public List<Finding> check(RunComparison comparison) {
    Measure measure =
        comparison.measures().stream()
            .filter(each -> name(each).equals(figure))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'%s' is of no figure of these runs; they have %s"
                            .formatted(
                                text,
                                String.join(
                                    ", ",
                                    comparison.measures().stream().map(FailIf::name).toList()))));
    List<Finding> findings = new ArrayList<>();
    for (int run = 1; run < measure.values().size(); run++) {
      findings.add(finding(measure, run, comparison));
    }
    return findings;
  }

  private static String name(Measure measure) {
    return measure.operation() == null ? measure.key() : measure.operation() + "." + measure.key();
  }

  private Finding finding(Measure measure, int run, RunComparison comparison) {
    Measure.Value first = measure.values().get(0);
    Measure.Value value = measure.values().get(run);
    String name = comparison.folder(run) + ": " + figure;
    if (first == null || value == null) {
      String unknown = comparison.folder(first == null ? 0 : run);
      return new Finding(this, run, null, "%s is unknown in %s".formatted(name, unknown));
    }
    double difference = value.value() - first.value();
    double bound = relative ? amount * Math.abs(first.value()) : amount;
    boolean broken = above ? difference > bound : difference < bound;
    String change =
        relative && first.value() != 0
            ? NumberText.of("%+.1f %%", 100 * difference / Math.abs(first.value()))
            : NumberText.of("%+,.1f", difference);
    return new Finding(
        this,
        run,
        broken,
        "%s was %s, is %s%s, %s (fail if %s)"
            .formatted(
                name,
                ComparisonText.figure(first),
                ComparisonText.figure(value),
                measure.unit().isEmpty() ? "" : " " + measure.unit(),
                change,
                text.substring(text.indexOf(above ? '>' : '<'))));
  }
}
