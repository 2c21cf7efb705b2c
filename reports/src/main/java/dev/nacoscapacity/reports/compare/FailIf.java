package dev.nacoscapacity.reports.compare;

import static java.util.stream.Collectors.joining;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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
   * @param name of what was checked; of several runs, with the run's folder
   * @param broken null when a figure is unknown
   * @param sentence with both figures
   */
  public record Finding(String name, Boolean broken, String sentence) {}

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
   * Holds all runs but the first to it: by each protocol's figure where fleets that speak two have
   * no other.
   *
   * @throws IllegalArgumentException when no run has such a figure
   */
  public List<Finding> check(RunComparison comparison) {
    List<Measure> measures = measures(comparison, FailIf::name);
    if (measures.isEmpty()) {
      measures = measures(comparison, FailIf::nameWithoutTransport);
    }
    if (measures.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is of no figure of these runs; they have %s"
              .formatted(
                  text, comparison.measures().stream().map(FailIf::name).collect(joining(", "))));
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

  private static String name(Measure measure) {
    return measure.operation() == null ? measure.key() : measure.operation() + "." + measure.key();
  }

  private static String nameWithoutTransport(Measure measure) {
    return measure.operation() == null
        ? measure.key()
        : Operation.withoutTransport(measure.operation()) + "." + measure.key();
  }

  private Finding finding(Measure measure, int run, RunComparison comparison) {
    Measure.Value first = measure.values().get(0);
    Measure.Value value = measure.values().get(run);
    String folder = comparison.folder(run) + ": ";
    String bound = text.substring(text.indexOf(above ? '>' : '<'));
    String name = (comparison.runs().size() > 2 ? folder : "") + name(measure) + bound;
    if (first == null || value == null) {
      String unknown = comparison.folder(first == null ? 0 : run);
      return new Finding(
          name, null, "%s%s is unknown in %s".formatted(folder, name(measure), unknown));
    }
    double difference = value.value() - first.value();
    double most = relative ? amount * Math.abs(first.value()) : amount;
    boolean broken = above ? difference > most : difference < most;
    String change =
        relative && first.value() != 0
            ? NumberText.of("%+.1f %%", 100 * difference / Math.abs(first.value()))
            : NumberText.of("%+,.1f", difference);
    return new Finding(
        name,
        broken,
        "%s%s was %s, is %s%s, %s (fail if %s)"
            .formatted(
                folder,
                name(measure),
                ComparisonText.figure(first),
                ComparisonText.figure(value),
                measure.unit().isEmpty() ? "" : " " + measure.unit(),
                change,
                bound));
  }
}
