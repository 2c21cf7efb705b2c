package dev.nacoscapacity.reports.summary;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.repeats.FailureBound;
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
  public static void print(List<RunRecord> trials, PrintStream out) {
    lines(trials).forEach(out::println);
  }

  private static List<String> lines(List<RunRecord> trials) {
    Table table = Table.of(row("trial", "broken", TrialFigure::word, "verdict"));
    List<Experiment> all = trials.stream().map(RunRecord::experiment).toList();
    for (RunRecord run : trials) {
      Experiment trial = run.experiment();
      table.row(
          row(
                  Integer.toString(trial.design().trial()),
                  broken(trial),
                  figure -> figure.of(trial).map(TrialFigure::text).orElse(NumberText.UNKNOWN),
                  run.verdict().status().word())
              .toArray());
    }
    table.row(row("median", "", figure -> figure.median(all), "").toArray());
    table.row(row("range", "", figure -> figure.range(all), "").toArray());
    List<String> lines = new ArrayList<>();
    trials.get(0).target().warning().ifPresent(stamp -> lines.add(stamp.text()));
    lines.addAll(table.lines());
    lines.add(
        "  seconds from the fault; whole: with every node, from the last heal; client-s, worst:"
            + " client-");
    lines.add(
        "  seconds without service, and the worst client's; missing: instances; dropped: how"
            + " often");
    lines.add(
        "  one was, though it kept beating; away: for so many seconds were those at most; ∞:"
            + " never");
    int observed = TrialFigure.WHOLE.observed(all);
    if (observed > 0) {
      lines.add(NumberText.of("%d of %d recovered.", TrialFigure.WHOLE.happened(all), observed));
    }
    lines.add(conclusion(trials));
    return lines;
  }

  private static List<String> row(
      String first, String second, Function<TrialFigure, String> figures, String last) {
    return Stream.of(
            Stream.of(first, second), Stream.of(TrialFigure.values()).map(figures), Stream.of(last))
        .flatMap(cells -> cells)
        .toList();
  }

  private static String conclusion(List<RunRecord> trials) {
    FailureBound bound =
        FailureBound.of(trials.stream().map(run -> run.verdict().status()).toList());
    if (bound.conclusive() == 0) {
      return "No trial was conclusive.";
    }
    String failed =
        NumberText.of("%d of %d conclusive trials failed", bound.failed(), bound.conclusive());
    return bound.holds()
        ? failed + ": with 95 % confidence fewer than " + bound.percent() + " % of all would."
        : failed + ".";
  }

  /** The nodes that a trial broke, joined by a plus. */
  public static String broken(Experiment trial) {
    return trial.faults().isEmpty()
        ? "nothing"
        : trial.faults().stream().map(Experiment.Fault::node).collect(Collectors.joining("+"));
  }
}
