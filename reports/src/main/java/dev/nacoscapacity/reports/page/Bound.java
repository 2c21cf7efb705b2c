package dev.nacoscapacity.reports.page;

import static dev.nacoscapacity.reports.text.NumberText.count;
import static dev.nacoscapacity.reports.text.NumberText.decimal;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Registry.Counts;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Criteria;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A bound of a pass beside what was measured.
 *
 * @param name key of its words
 * @param measured null when it was not measured
 * @param kept whether the measured value keeps the bound; means nothing when there is none
 */
record Bound(String name, String bound, String measured, boolean kept) {

  /** The bounds of a run's verdict; none when it has no verdict. An experiment has its own. */
  static List<Bound> of(RunRecord run) {
    if (run.verdict() == null || run.verdict().criteria() == null) {
      return List.of();
    }
    Criteria bounds = run.verdict().criteria();
    List<Bound> rows = new ArrayList<>();
    if (run.experiment() == null) {
      addLoad(rows, run, bounds);
    } else {
      Experiment.Loss loss = run.experiment().loss();
      double tolerance = run.experiment().hypothesis().dropToleranceSeconds();
      rows.add(
          tolerance == 0
              ? most("dataLoss", loss == null ? null : loss.dropped(), 0)
              : most("dropsAway", loss == null ? null : loss.awaySeconds(), tolerance, " s"));
    }
    addGenerator(rows, run.generator(), bounds);
    return rows;
  }

  private static void addLoad(List<Bound> rows, RunRecord run, Criteria bounds) {
    rows.add(achieved(run, bounds.achievedShare()));
    rows.add(failed(run, bounds.failedShare()));
    OperationResult beat = run.operations().get(OperationResult.BEAT);
    rows.add(
        most(
            "beatP99",
            beat == null || beat.latencyMs() == null ? null : beat.latencyMs().p99(),
            bounds.beatP99Ms(),
            " ms"));
    Counts counts = run.registry() == null ? null : run.registry().counts();
    rows.add(
        most(
            "dropped",
            run.registry() == null ? null : run.registry().keptBeatingYetDropped(),
            bounds.dropped()));
    rows.add(
        most(
            "neverAppeared",
            run.registry() == null ? null : run.registry().neverAppeared(),
            bounds.neverAppeared()));
    rows.add(most("missing", counts == null ? null : counts.missingMax(), bounds.missing()));
    rows.add(most("unhealthy", counts == null ? null : counts.unhealthyMax(), bounds.unhealthy()));
    rows.add(most("lost", counts == null ? null : counts.lost(), bounds.lost()));
    rows.add(most("ghost", counts == null ? null : counts.ghostMax(), bounds.ghost()));
    rows.add(most("divergent", counts == null ? null : counts.divergentMax(), bounds.divergent()));
    rows.add(most("unknown", counts == null ? null : counts.unknownMax(), bounds.unknown()));
    rows.add(window(run, bounds.minWindowSeconds()));
  }

  private static void addGenerator(List<Bound> rows, Generator own, Criteria bounds) {
    rows.add(
        most(
            "lag",
            own == null || own.lagMs() == null ? null : own.lagMs().p99(),
            bounds.lagP99Ms(),
            " ms"));
    rows.add(
        most(
            "gc",
            own == null || own.gcPauseMs() == null ? null : own.gcPauseMs().max(),
            bounds.gcPauseMs(),
            " ms"));
  }

  private static Bound achieved(RunRecord run, double least) {
    OptionalDouble worst =
        run.operations().values().stream()
            .filter(operation -> operation.required() > 0)
            .mapToDouble(operation -> (double) operation.achieved() / operation.required())
            .min();
    return new Bound(
        "bound.achieved",
        "≥ " + NumberText.exactPercent(least),
        worst.isEmpty() ? null : NumberText.exactPercent(worst.getAsDouble()),
        worst.orElse(0) >= least);
  }

  private static Bound failed(RunRecord run, double most) {
    OptionalDouble worst =
        run.operations().values().stream()
            .filter(operation -> operation.ok() + operation.failures() > 0)
            .mapToDouble(
                operation ->
                    (double) operation.failures() / (operation.ok() + operation.failures()))
            .max();
    return new Bound(
        "bound.failed",
        "≤ " + NumberText.exactPercent(most),
        worst.isEmpty() ? null : NumberText.exactPercent(worst.getAsDouble()),
        worst.orElse(1) <= most);
  }

  private static Bound window(RunRecord run, double least) {
    return new Bound(
        "bound.window",
        NumberText.of("≥ %.0f s", least),
        NumberText.of("%.0f s", run.windowSeconds()),
        Math.round(run.windowSeconds()) >= least);
  }

  private static Bound most(String name, Double value, double most, String unit) {
    return new Bound(
        "bound." + name,
        NumberText.of("≤ %,.0f", most) + unit,
        value == null ? null : decimal(value) + unit,
        value != null && value <= most);
  }

  private static Bound most(String name, Long value, long most) {
    return new Bound(
        "bound." + name,
        (most == 0 ? "" : "≤ ") + count(most),
        value == null ? null : count(value),
        value != null && value <= most);
  }

  /** Key of the word that says how it came out. */
  String state() {
    return measured == null ? "unmeasured" : kept ? "kept" : "broken";
  }
}
