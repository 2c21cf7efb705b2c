package dev.nacoscapacity.simulator.study.rows;

import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.text.Table;
import dev.nacoscapacity.simulator.study.TrialFigures;
import dev.nacoscapacity.simulator.study.plan.PlanTrial;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A plan's study as it is printed at its end. */
final class PlanTable {

  private PlanTable() {}

  static void print(Study study, Path folder, PrintStream out) {
    List<PlanTrial> trials = study.trials(PlanTrial.class);
    boolean chaos = trials.stream().anyMatch(trial -> trial.killed() != null);
    List<String> headings =
        new ArrayList<>(List.of("row", "round", "auth", "cache", "instances", "verdict"));
    headings.addAll(TrialFigures.HEADINGS);
    if (chaos) {
      headings.addAll(List.of("killed", "heals after s"));
    }
    Table table = Table.of(headings);
    trials.forEach(trial -> table.row(cells(trial, chaos)));
    out.println();
    out.println(study.question());
    table.lines().forEach(out::println);
    out.println(study.answer() == null ? "Not all rows were run." : study.answer());
    out.println("Study folder: " + folder);
  }

  private static Object[] cells(PlanTrial trial, boolean chaos) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                Integer.toString(trial.row()),
                String.valueOf(trial.round()),
                trial.auth() ? "on" : "off",
                trial.authCache() ? "on" : "off",
                NumberText.count(trial.instances()),
                trial.status().word()));
    cells.addAll(trial.figures().cells());
    if (chaos) {
      cells.add(trial.killed() == null ? "-" : Integer.toString(trial.killed()));
      cells.add(
          trial.recoverySeconds() == null
              ? NumberText.UNKNOWN
              : NumberText.of("%.1f", trial.recoverySeconds()));
    }
    return cells.toArray();
  }
}
