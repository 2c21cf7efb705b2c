package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.summary.Table;
import java.io.PrintStream;
import java.nio.file.Path;
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
    List<Trial> trials = study.trials(Trial.class);
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
    Table table =
        new Table(
            "trial", "instances", "stage", "verdict", "requests/s", "beat p99 ms", "CPU-ms/call");
    for (int i = 0; i < trials.size(); i++) {
      table.row(cells(i + 1, trials.get(i)));
    }
    table.lines().forEach(out::println);
    out.println();
    if (study.answer() == null) {
      out.println("Interrupted: there is no answer yet.");
    } else {
      out.println(study.answer());
      printReasons(study.bracket(), trials, out);
    }
    out.println("Study folder: " + folder);
  }

  private static String[] cells(int number, Trial trial) {
    return new String[] {
      Integer.toString(number),
      format("%,d", trial.instances()),
      trial.stage().word(),
      trial.status().word(),
      format("%,.0f", trial.requestsPerSecond()),
      trial.beatP99Ms() == null ? "-" : format("%,.1f", trial.beatP99Ms()),
      trial.cpuMsPerCall() == null ? "-" : format("%.2f", trial.cpuMsPerCall())
    };
  }

  private static void printReasons(Study.Bracket bracket, List<Trial> trials, PrintStream out) {
    if (bracket.fails() == null) {
      return;
    }
    out.printf(Locale.ROOT, "What broke first, at %,d instances:%n", bracket.fails());
    Words.reasons(bracket.fails(), trials).forEach(reason -> out.println("  - " + reason));
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
