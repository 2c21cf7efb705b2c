package dev.nacoscapacity.reports.outcome;

import dev.nacoscapacity.core.checker.Bound;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.summary.WaveText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results as GitHub's Markdown: for the summary of a CI job, a comment, a wiki. */
public final class MarkdownSummary {

  private static final List<Field<Outcome>> FIELDS =
      List.of(
          Field.text("run", Outcome::name),
          Field.number(
              "instances",
              0,
              each ->
                  each.run().source().tellsWorkload() ? each.run().workload().instances() : null),
          Field.text(
              "verdict",
              each ->
                  each.superseded()
                      ? each.status().word() + " (superseded)"
                      : each.status().word()),
          Field.number(
              "requests/s", "requests_per_second", 0, each -> requestsPerSecond(each.run())),
          Field.number("beat p99 ms", "beat_p99_ms", 1, each -> each.run().beatP99Ms()),
          Field.text("why", Outcome::why));

  private MarkdownSummary() {}

  /** The summary of a run, a plan or an experiment. */
  public static List<String> of(Outcomes outcomes) {
    List<String> lines = new ArrayList<>();
    lines.add("## " + outcomes.name() + ": " + outcomes.status().word().toUpperCase(Locale.ROOT));
    lines.add("");
    outcomes.all().stream()
        .map(Outcome::run)
        .map(RunRecord::target)
        .map(MarkdownSummary::caution)
        .filter(caution -> !caution.isEmpty())
        .distinct()
        .forEach(caution -> lines.addAll(List.of("> " + caution, "")));
    if (!outcomes.question().isEmpty()) {
      lines.add(
          "%s %d of %d pass%s%s%s."
              .formatted(
                  outcomes.question(),
                  outcomes.count(Status.PASS),
                  outcomes.all().size(),
                  counted(outcomes, Status.FAIL, "fail"),
                  counted(outcomes, Status.INCONCLUSIVE, "cannot tell"),
                  outcomes.whole() ? "" : "; not all were run"));
      lines.add("");
    }
    lines.addAll(table(List.of(outcomes)).lines(Format.MARKDOWN));
    for (Outcome each : outcomes.all()) {
      if (outcomes.question().isEmpty() || each.status() != Status.PASS && !each.superseded()) {
        lines.addAll(closer(each));
      }
    }
    lines.add("");
    return lines;
  }

  /** A row for each run of several folders. */
  public static Table table(List<Outcomes> folders) {
    return Table.of(folders.stream().flatMap(each -> each.all().stream()).toList(), FIELDS);
  }

  private static String counted(Outcomes outcomes, Status status, String does) {
    long count = outcomes.count(status);
    return count == 0 ? "" : ", " + count + " " + does;
  }

  private static Double requestsPerSecond(RunRecord run) {
    return run.windowSeconds() > 0 ? run.requests(OperationResult::ok) / run.windowSeconds() : null;
  }

  /** The warning for figures that say nothing about Nacos's capacity. */
  private static String caution(Target target) {
    if (target.standIn()) {
      return "STAND-IN: no Nacos was there, so this says nothing about Nacos's capacity.";
    }
    return target.stamp().map(stamp -> stamp.text()).orElse("");
  }

  /** All reasons of a run, and its bounds. */
  private static List<String> closer(Outcome outcome) {
    List<String> lines = new ArrayList<>(List.of("", "### " + outcome.name(), ""));
    outcome.reasons().forEach(reason -> lines.add("- " + reason.text()));
    if (outcome.run().changes() != null) {
      lines.add("- " + Summary.changes(outcome.run().changes(), Language.ENGLISH));
    }
    outcome.run().waves().forEach(wave -> lines.add("- " + WaveText.line(wave, Language.ENGLISH)));
    List<Bound> bounds = outcome.bounds();
    if (!bounds.isEmpty()) {
      lines.add("");
      lines.addAll(
          Table.of(
                  bounds,
                  List.of(
                      Field.text("bound", each -> each.label().text()),
                      Field.text("measured", Bound::measuredText),
                      Field.text("asked", Bound::boundText),
                      Field.text("", Bound::state)))
              .lines(Format.MARKDOWN));
    }
    return lines;
  }
}
