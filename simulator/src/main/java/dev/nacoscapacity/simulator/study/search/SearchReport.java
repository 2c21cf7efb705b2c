package dev.nacoscapacity.simulator.study.search;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.LoadUnit;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.repeats.FailureBound;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report of a search for people: its steps, its answer, and a table at its end. */
public final class SearchReport {

  private SearchReport() {}

  static String announcement(
      LoadUnit unit, int number, SearchStep.NextTrial next, Language language) {
    return language.say(
        unit.sentence("trial"),
        with("number", number).and("size", next.size()).and("purpose", next.stage().word()));
  }

  static String result(SizeTrial trial, Language language) {
    return "  " + trial.result().words(language);
  }

  /** The answer in a sentence or a few. */
  static Message answer(LoadUnit unit, SearchResult answer, List<SizeTrial> trials) {
    return switch (answer.outcome()) {
      case BRACKETED ->
          Message.of(
              unit.sentence("bracketed"),
              with("passes", answer.passes())
                  .and("rate", requests(trials, answer.passes()))
                  .and("fails", answer.fails())
                  .and("first", first(answer.fails(), trials)));
      case FAILS_FROM_THE_START ->
          Message.of(
              unit.sentence("failsFromTheStart"),
              with("fails", answer.fails()).and("first", first(answer.fails(), trials)));
      case PASSES_TO_THE_END ->
          Message.of(unit.sentence("passesToTheEnd"), with("passes", answer.passes()));
      case INCONCLUSIVE ->
          Message.of(
              "capacity.inconclusive",
              with("atLeast", atLeast(unit, answer, trials))
                  .and("why", inconclusive(unit, trials)));
      case ERRATIC ->
          Message.of("capacity.erratic", with("atLeast", atLeast(unit, answer, trials)));
    };
  }

  /** What broke first, as one word of the verdict. */
  private static String first(int fails, List<SizeTrial> trials) {
    return failed(fails, trials)
        .map(SizeTrial::broke)
        .filter(broke -> !broke.isEmpty())
        .orElse(null);
  }

  private static Message inconclusive(LoadUnit unit, List<SizeTrial> trials) {
    // The last trial of all may have passed: a search goes on below a size that it cannot decide.
    List<SizeTrial> undecided =
        trials.stream().filter(trial -> trial.status() == Status.INCONCLUSIVE).toList();
    SizeTrial last = undecided.get(undecided.size() - 1);
    return last.broke().equals(Severity.GENERATOR.word())
        ? Message.of("capacity.generator")
        : Message.of(
            unit.sentence("twice"),
            with("size", last.size())
                .and(
                    "why",
                    last.result().reasons().stream()
                        .findFirst()
                        .map(Reason::message)
                        .orElse(null)));
  }

  private static Message atLeast(LoadUnit unit, SearchResult answer, List<SizeTrial> trials) {
    if (answer.passes() == 0) {
      return Message.of(unit.sentence("atLeast.unknown"));
    }
    boolean counted =
        trials.stream()
            .filter(trial -> trial.size() == answer.passes() && trial.stage().decides())
            .anyMatch(trial -> trial.status() == Status.PASS);
    return Message.of(
        unit.sentence(counted ? "atLeast" : "atLeast.short"), with("passes", answer.passes()));
  }

  /** A line for each size of an answer: its votes, and how often it passes or fails at least. */
  static List<String> votes(Study.Bracket bracket, Language language) {
    List<String> lines = new ArrayList<>();
    if (bracket != null && bracket.passing() != null) {
      Study.Votes votes = bracket.passing();
      String percent = FailureBound.of(votes).passPercent();
      lines.add(
          votes(language, "search.passes", bracket.passes(), votes.passed(), votes.all(), percent));
    }
    if (bracket != null && bracket.failing() != null) {
      Study.Votes votes = bracket.failing();
      String percent = FailureBound.of(votes).failPercent();
      lines.add(
          votes(language, "search.fails", bracket.fails(), votes.failed(), votes.all(), percent));
    }
    return lines;
  }

  private static String votes(
      Language language, String sentence, int size, int votes, int all, String percent) {
    return "  "
        + language.say(
            sentence,
            with("size", size).and("votes", votes).and("all", all).and("percent", percent));
  }

  private static double requests(List<SizeTrial> trials, int size) {
    return trials.stream()
        .filter(trial -> trial.size() == size && trial.stage().votes())
        .mapToDouble(trial -> trial.figures().requestsPerSecond())
        .max()
        .orElse(0);
  }

  /** The most informative trial of a failed size: the last one of the longest. */
  static Optional<SizeTrial> failed(int fails, List<SizeTrial> trials) {
    return trials.stream()
        .filter(trial -> trial.size() == fails && trial.stage().votes())
        .filter(trial -> trial.status() == Status.FAIL)
        .reduce((one, next) -> one.stage().decides() && !next.stage().decides() ? one : next);
  }

  /**
   * Prints the trials, the answer, and what broke first.
   *
   * @param folder of the study
   */
  public static void print(
      Target target, Study study, Path folder, Language language, PrintStream out) {
    List<SizeTrial> trials = study.trials(SizeTrial.class);
    target.warning().ifPresent(warning -> out.println(warning.in(language)));
    if (target.standIn()) {
      out.println(language.say("search.standIn"));
    }
    String described =
        language.say(
            "summary.target",
            with("kind", target.kind())
                .and("version", target.kind().equals(target.version()) ? null : target.version())
                .and("nodes", target.nodes().size())
                .and("auth", target.auth() ? "on" : "off"));
    LineWrap.labelled(language.say("label.target"), List.of(described)).forEach(out::println);
    out.println();
    List<Field<SizeTrial>> fields =
        new ArrayList<>(
            List.of(
                Field.text("trial", trial -> Integer.toString(1 + trials.indexOf(trial))),
                Field.number(study.unit().word(), 0, SizeTrial::size),
                Field.number(
                    "searchStage",
                    0,
                    trial -> language.say("search.stage." + trial.stage().word())),
                Field.number(
                    "verdict", 0, trial -> language.say("status." + trial.status().word()))));
    fields.addAll(TrialFigures.fields(study.unit(), SizeTrial::figures));
    Table.whole(trials, fields).lines(language).forEach(out::println);
    out.println();
    if (study.answer() == null) {
      out.println(language.say("search.noAnswer"));
    } else {
      out.println(study.answer(language));
      votes(study.bracket(), language).forEach(out::println);
      printReasons(study, trials, language, out);
    }
    out.println(language.say("label.studyFolder") + " " + folder);
    target.warning().ifPresent(warning -> out.println(warning.in(language)));
  }

  private static void printReasons(
      Study study, List<SizeTrial> trials, Language language, PrintStream out) {
    Study.Bracket bracket = study.bracket();
    if (bracket == null || bracket.fails() == null) {
      return;
    }
    failed(bracket.fails(), trials)
        .ifPresent(
            failed -> {
              out.println(
                  language.say(study.unit().sentence("brokeFirst"), with("size", bracket.fails())));
              failed
                  .result()
                  .reasons()
                  .forEach(reason -> out.println("  - " + reason.in(language)));
              if (!failed.saturation().isEmpty()) {
                out.println(language.say("search.usedUp"));
              }
              failed.saturation().forEach(reason -> out.println("  - " + reason.in(language)));
            });
  }
}
