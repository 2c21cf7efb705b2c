package dev.nacoscapacity.reports.outcome;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.checker.Bound;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.summary.WaveText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results as GitHub's Markdown: for the summary of a CI job, a comment, a wiki. */
public final class MarkdownSummary {

  private MarkdownSummary() {}

  /** The summary of a run, a plan or an experiment. */
  public static List<String> of(Outcomes outcomes, Language language) {
    List<String> lines = new ArrayList<>();
    lines.add(
        language.say(
            "outcome.head", with("name", outcomes.name()).and("status", outcomes.status().word())));
    lines.add("");
    outcomes.all().stream()
        .map(Outcome::run)
        .map(RunRecord::target)
        .map(target -> caution(target, language))
        .filter(caution -> !caution.isEmpty())
        .distinct()
        .forEach(caution -> lines.addAll(List.of("> " + caution, "")));
    if (!outcomes.question().isEmpty()) {
      lines.add(
          language.say(
              "outcome.counts",
              with("question", outcomes.question())
                  .and("passed", outcomes.count(Status.PASS))
                  .and("all", outcomes.all().size())
                  .and("failed", counted(outcomes, Status.FAIL))
                  .and("unsure", counted(outcomes, Status.INCONCLUSIVE))
                  .and("rest", outcomes.whole() ? null : "rest")));
      lines.add("");
    }
    lines.addAll(table(List.of(outcomes), language).lines(Format.MARKDOWN, language));
    for (Outcome each : outcomes.all()) {
      if (outcomes.question().isEmpty() || each.status() != Status.PASS && !each.superseded()) {
        lines.addAll(closer(each, language));
      }
    }
    lines.add("");
    return lines;
  }

  /**
   * A row for each run of several folders, and for the planned runs of a folder that were not made.
   */
  public static Table table(List<Outcomes> folders, Language language) {
    List<Outcome> outcomes = folders.stream().flatMap(each -> each.all().stream()).toList();
    List<Field<Outcome>> fields = new ArrayList<>();
    fields.add(Field.text("run", Outcome::name));
    fields.add(
        Field.number(
            "instances",
            0,
            each -> each.run().source().tellsWorkload() ? each.run().measuredInstances() : null));
    fields.add(Field.text("verdict", each -> verdict(each, language)));
    fields.add(
        Field.number(
            "requests/s", "requests_per_second", 0, each -> requestsPerSecond(each.run())));
    fields.add(Field.number("beat p99 ms", "beat_p99_ms", 1, each -> each.run().beatP99Ms()));
    if (outcomes.stream().anyMatch(each -> each.run().api().isPresent())) {
      fields.add(
          new Field<>(Column.text("API", "api"), each -> each.run().api().map(ApiRate::label)));
      fields.add(
          Field.number("answered/s", "api_per_second", 0, each -> each.run().apiPerSecond()));
      fields.add(Field.number("API p99 ms", "api_p99_ms", 1, each -> each.run().apiP99Ms()));
    }
    fields.add(Field.text("why", each -> each.why(language)));
    Table table = Table.of(outcomes, fields);
    folders.stream()
        .filter(folder -> !folder.whole())
        .forEach(folder -> table.row(unfinished(folder, fields, language)));
    return table;
  }

  private static Object[] unfinished(
      Outcomes folder, List<Field<Outcome>> fields, Language language) {
    Map<String, String> known =
        Map.of(
            "run", folder.name(),
            "verdict", language.say("status." + Status.INCONCLUSIVE.word()),
            "why", language.say("outcome.unfinished"));
    return fields.stream().map(field -> known.get(field.column().name())).toArray();
  }

  private static String verdict(Outcome outcome, Language language) {
    String status = language.say("status." + outcome.status().word());
    return outcome.superseded()
        ? language.say("outcome.superseded", with("status", status))
        : status;
  }

  private static Optional<Long> counted(Outcomes outcomes, Status status) {
    return Optional.of(outcomes.count(status)).filter(count -> count > 0);
  }

  private static Double requestsPerSecond(RunRecord run) {
    return run.windowSeconds() > 0 ? run.requests(OperationResult::ok) / run.windowSeconds() : null;
  }

  /** The warning for figures that say nothing about Nacos's capacity. */
  private static String caution(Target target, Language language) {
    if (target.standIn()) {
      return language.say("outcome.standIn");
    }
    return target.stamp().map(stamp -> stamp.in(language)).orElse("");
  }

  /** All reasons of a run, its stages, and its bounds. */
  private static List<String> closer(Outcome outcome, Language language) {
    List<String> lines = new ArrayList<>(List.of("", "### " + outcome.name(), ""));
    outcome.reasons().forEach(reason -> lines.add("- " + reason.in(language)));
    outcome.help().ifPresent(help -> lines.add("- " + help.in(language)));
    if (outcome.run().changes() != null) {
      lines.add("- " + Summary.changes(outcome.run().changes(), language));
    }
    outcome.run().waves().forEach(wave -> lines.add("- " + WaveText.line(wave, language)));
    if (!outcome.run().stages().isEmpty()) {
      lines.add("");
      lines.addAll(Summary.stages(outcome.run(), language).lines(Format.MARKDOWN, language));
      lines.addAll(List.of("", language.say("summary.stages")));
    }
    List<Bound> bounds = outcome.bounds();
    if (!bounds.isEmpty()) {
      lines.add("");
      lines.addAll(
          Table.of(
                  bounds,
                  List.of(
                      Field.text("bound", each -> each.label().in(language)),
                      Field.text("measured", Bound::measuredText),
                      Field.text("asked", Bound::boundText),
                      Field.text("", each -> language.say("bound.state." + each.state()))))
              .lines(Format.MARKDOWN, language));
    }
    return lines;
  }
}
