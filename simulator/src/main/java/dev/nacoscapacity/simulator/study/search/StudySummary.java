package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.text.Table;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A search as it is printed at its end. */
public final class StudySummary {

  private StudySummary() {}

  /**
   * Prints the trials, the answer, and what broke first.
   *
   * @param folder of the study
   */
  public static void print(Target target, Study study, Path folder, PrintStream out) {
    List<SizeTrial> trials = study.trials(SizeTrial.class);
    if (target.standIn()) {
      out.println("STAND-IN: no Nacos was there. This says nothing about Nacos's capacity.");
    }
    out.printf(
        Locale.ROOT,
        "Target:     %s%s, %d nodes, auth %s%n%n",
        target.kind(),
        target.version() == null ? "" : " " + target.version(),
        target.nodes().size(),
        target.auth() ? "on" : "off");
    List<String> headings = new ArrayList<>(List.of("trial", "instances", "stage", "verdict"));
    headings.addAll(TrialFigures.HEADINGS);
    Table table = Table.of(headings);
    for (int i = 0; i < trials.size(); i++) {
      table.row(cells(i + 1, trials.get(i)));
    }
    table.lines().forEach(out::println);
    SearchText.warmth(trials).ifPresent(out::println);
    out.println();
    if (study.answer() == null) {
      out.println("There is no answer yet" + SearchText.soFar(study, trials) + ".");
    } else {
      out.println(study.answer());
      SearchText.votes(study.bracket()).forEach(out::println);
      printReasons(study.bracket(), trials, out);
    }
    out.println("Study folder: " + folder);
  }

  private static Object[] cells(int number, SizeTrial trial) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                Integer.toString(number),
                NumberText.count(trial.instances()),
                trial.stage().word(),
                trial.status().word()));
    cells.addAll(trial.figures().cells());
    return cells.toArray();
  }

  private static void printReasons(Study.Bracket bracket, List<SizeTrial> trials, PrintStream out) {
    if (bracket == null || bracket.fails() == null) {
      return;
    }
    SearchText.failed(bracket.fails(), trials)
        .ifPresent(
            failed -> {
              out.printf(Locale.ROOT, "What broke first, at %,d instances:%n", bracket.fails());
              failed.reasons().forEach(reason -> out.println("  - " + reason.text()));
              if (!failed.saturation().isEmpty()) {
                out.println("What was used up then:");
              }
              failed.saturation().forEach(found -> out.println("  - " + found.text()));
            });
  }
}
