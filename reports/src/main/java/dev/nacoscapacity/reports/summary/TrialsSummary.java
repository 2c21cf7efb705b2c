package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.repeats.FailureBound;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Several trials of one experiment: one row each, then median and range of the known values, and
 * how many recovered.
 */
public final class TrialsSummary {

  private TrialsSummary() {}

  /** Prints one or more trials. */
  public static void print(List<RunRecord> trials, Language language, PrintStream out) {
    lines(trials, language).forEach(out::println);
  }

  private static List<String> lines(List<RunRecord> trials, Language language) {
    Table table = Table.of(row("trial", "broken", TrialFigure::word, "verdict"));
    List<Experiment> all = trials.stream().map(RunRecord::experiment).toList();
    for (RunRecord run : trials) {
      Experiment trial = run.experiment();
      table.row(
          row(
                  Integer.toString(trial.design().trial()),
                  trial.faults().isEmpty() ? language.say("table.nothing") : broken(trial),
                  figure -> figure.of(trial).map(TrialFigure::text).orElse(NumberText.UNKNOWN),
                  language.say("status." + run.verdict().status().word()))
              .toArray());
    }
    table.row(row(language.say("table.median"), "", figure -> figure.median(all), "").toArray());
    table.row(row(language.say("table.range"), "", figure -> figure.range(all), "").toArray());
    List<String> lines = new ArrayList<>();
    trials.get(0).target().warning().ifPresent(stamp -> lines.add(stamp.in(language)));
    lines.addAll(table.lines(language));
    lines.addAll(LineWrap.lines("  ", "  ", language.say("trials.legend")));
    int observed = TrialFigure.WHOLE.observed(all);
    if (observed > 0) {
      lines.add(
          language.say(
              "trials.recovered",
              with("recovered", TrialFigure.WHOLE.happened(all)).and("trials", observed)));
    }
    lines.add(conclusion(trials, language));
    return lines;
  }

  private static List<String> row(
      String first, String second, Function<TrialFigure, String> figures, String last) {
    return Stream.of(
            Stream.of(first, second), Stream.of(TrialFigure.values()).map(figures), Stream.of(last))
        .flatMap(cells -> cells)
        .toList();
  }

  private static String conclusion(List<RunRecord> trials, Language language) {
    FailureBound bound =
        FailureBound.of(trials.stream().map(run -> run.verdict().status()).toList());
    if (bound.conclusive() == 0) {
      return language.say("trials.inconclusive");
    }
    return language.say(
        "trials.failed",
        with("failed", bound.failed())
            .and("trials", bound.conclusive())
            .and("percent", bound.holds() ? bound.percent() : null));
  }

  /** The nodes that a trial broke, joined by a plus. */
  public static String broken(Experiment trial) {
    return trial.faults().isEmpty()
        ? "nothing"
        : trial.faults().stream().map(Experiment.Fault::node).collect(Collectors.joining("+"));
  }
}
