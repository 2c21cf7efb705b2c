package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.reports.summary.Figures.UNKNOWN;
import static dev.nacoscapacity.reports.summary.Figures.count;
import static dev.nacoscapacity.reports.summary.Figures.decimal;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Status;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Several trials of one experiment: a row each, then the median and the range of what is known. */
public final class TrialsSummary {

  /** With this confidence the failure probability is bounded. */
  private static final double DOUBT = 0.05;

  private final List<RunRecord> trials;

  private TrialsSummary(List<RunRecord> trials) {
    this.trials = List.copyOf(trials);
  }

  /** Prints the trials, of which there is at least one. */
  public static void print(List<RunRecord> trials, PrintStream out) {
    new TrialsSummary(trials).lines().forEach(out::println);
  }

  /**
   * What zero failures in so many trials say: with 95 % confidence the probability of failing is
   * below this.
   */
  public static double failureBound(int trials) {
    return 1 - Math.pow(DOUBT, 1.0 / trials);
  }

  List<String> lines() {
    Table table =
        new Table(
            "trial",
            "broken",
            "client",
            "node",
            "failed",
            "client-s",
            "worst",
            "missing",
            "dropped",
            "recovered",
            "whole",
            "verdict");
    for (RunRecord run : trials) {
      Experiment trial = run.experiment();
      table.row(
          Integer.toString(trial.trial()),
          broken(trial),
          figure(clientSaw(trial)),
          figure(nodeSaw(trial)),
          figure(failed(trial)),
          figure(clientSeconds(trial)),
          figure(worstClient(trial)),
          figure(missing(trial)),
          figure(dropped(trial)),
          figure(recovered(trial)),
          figure(afterHeal(trial)),
          run.verdict().status().word());
    }
    row(table, "median", TrialsSummary::median);
    row(table, "range", TrialsSummary::range);
    List<String> lines = new ArrayList<>(table.lines());
    lines.add(
        "  seconds from the fault; whole: with every node, from the last heal; client-s, worst: client-");
    lines.add("  seconds without service, and the worst client's; missing, dropped: instances");
    lines.add(conclusion());
    return lines;
  }

  private String conclusion() {
    long conclusive = trials.stream().filter(run -> status(run) != Status.INCONCLUSIVE).count();
    long failed = trials.stream().filter(run -> status(run) == Status.FAIL).count();
    if (conclusive == 0) {
      return "No trial was conclusive.";
    }
    String told = Figures.of("%d of %d conclusive trials failed", failed, conclusive);
    return failed > 0
        ? told + "."
        : told
            + Figures.of(
                ": with 95 %% confidence fewer than %.0f %% of all would.",
                100 * failureBound((int) conclusive));
  }

  private static Status status(RunRecord run) {
    return run.verdict().status();
  }

  private void row(Table table, String name, Function<List<Double>, String> fold) {
    table.row(
        name,
        "",
        fold.apply(all(TrialsSummary::clientSaw)),
        fold.apply(all(TrialsSummary::nodeSaw)),
        fold.apply(all(TrialsSummary::failed)),
        fold.apply(all(TrialsSummary::clientSeconds)),
        fold.apply(all(TrialsSummary::worstClient)),
        fold.apply(all(TrialsSummary::missing)),
        fold.apply(all(TrialsSummary::dropped)),
        fold.apply(all(TrialsSummary::recovered)),
        fold.apply(all(TrialsSummary::afterHeal)),
        "");
  }

  private List<Double> all(Function<Experiment, Double> figure) {
    return trials.stream()
        .map(RunRecord::experiment)
        .map(figure)
        .filter(Objects::nonNull)
        .sorted()
        .toList();
  }

  private static String median(List<Double> sorted) {
    if (sorted.isEmpty()) {
      return UNKNOWN;
    }
    int middle = sorted.size() / 2;
    return figure(
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : Double.valueOf((sorted.get(middle - 1) + sorted.get(middle)) / 2));
  }

  private static String range(List<Double> sorted) {
    return sorted.isEmpty()
        ? UNKNOWN
        : figure(sorted.get(0)) + ".." + figure(sorted.get(sorted.size() - 1));
  }

  /** Whole numbers are counts. */
  private static String figure(Double value) {
    return value != null && value == Math.rint(value) ? count(value) : decimal(value);
  }

  private static String broken(Experiment trial) {
    return trial.faults().isEmpty()
        ? "nothing"
        : trial.faults().stream().map(Experiment.Fault::node).collect(Collectors.joining("+"));
  }

  private static Double clientSaw(Experiment trial) {
    return first(trial, Experiment.Detection::clientSeconds);
  }

  private static Double nodeSaw(Experiment trial) {
    return first(trial, Experiment.Detection::serverSeconds);
  }

  private static Double first(Experiment trial, Function<Experiment.Detection, Double> figure) {
    return trial.detection().stream()
        .map(figure)
        .filter(Objects::nonNull)
        .min(Double::compare)
        .orElse(null);
  }

  private static Double failed(Experiment trial) {
    return trial.outage() == null ? null : Double.valueOf(trial.outage().failed());
  }

  private static Double clientSeconds(Experiment trial) {
    return trial.outage() == null ? null : trial.outage().clientSeconds();
  }

  private static Double worstClient(Experiment trial) {
    return trial.outage() == null ? null : trial.outage().worstClientSeconds();
  }

  private static Double missing(Experiment trial) {
    Experiment.Deviation missing = trial.registry().get("missing");
    return missing == null ? null : Double.valueOf(missing.peak());
  }

  private static Double dropped(Experiment trial) {
    return trial.loss() == null ? null : Double.valueOf(trial.loss().dropped());
  }

  private static Double recovered(Experiment trial) {
    return trial.recovery() == null ? null : trial.recovery().seconds();
  }

  private static Double afterHeal(Experiment trial) {
    return trial.recovery() == null ? null : trial.recovery().sinceHealSeconds();
  }
}
