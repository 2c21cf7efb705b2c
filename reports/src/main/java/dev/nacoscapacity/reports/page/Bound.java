package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Criteria;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    Criteria criteria = run.verdict().criteria();
    List<Bound> bounds = new ArrayList<>();
    if (run.experiment() == null) {
      calls(run, criteria, bounds);
      registry(Optional.ofNullable(run.registry()), criteria, bounds);
      bounds.add(
          new Bound(
              "bound.window",
              NumberText.of("≥ %.0f s", criteria.minWindowSeconds()),
              NumberText.of("%.0f s", run.windowSeconds()),
              Math.round(run.windowSeconds()) >= criteria.minWindowSeconds()));
    } else {
      Optional<Experiment.Loss> loss = Optional.ofNullable(run.experiment().loss());
      double tolerance = run.experiment().hypothesis().dropToleranceSeconds();
      bounds.add(
          tolerance == 0
              ? count("dataLoss", loss.map(Experiment.Loss::dropped), 0)
              : most("dropsAway", loss.map(Experiment.Loss::awaySeconds), tolerance, " s"));
    }
    Optional<Generator> generator = Optional.ofNullable(run.generator());
    bounds.add(
        most(
            "lag",
            generator.map(Generator::lagMs).map(Generator.Lag::p99),
            criteria.lagP99Ms(),
            " ms"));
    bounds.add(
        most(
            "gc",
            generator.map(Generator::gcPauseMs).map(Generator.GcPause::max),
            criteria.gcPauseMs(),
            " ms"));
    return bounds;
  }

  private static void calls(RunRecord run, Criteria criteria, List<Bound> bounds) {
    double least = criteria.achievedShare();
    OptionalDouble achieved =
        run.operations().values().stream()
            .filter(operation -> operation.required() > 0)
            .mapToDouble(operation -> (double) operation.achieved() / operation.required())
            .min();
    bounds.add(share("achieved", "≥ ", least, achieved, achieved.orElse(0) >= least));
    double most = criteria.failedShare();
    OptionalDouble failed =
        run.operations().values().stream()
            .filter(operation -> operation.ok() + operation.failures() > 0)
            .mapToDouble(
                operation ->
                    (double) operation.failures() / (operation.ok() + operation.failures()))
            .max();
    bounds.add(share("failed", "≤ ", most, failed, failed.orElse(1) <= most));
    bounds.add(most("beatP99", Optional.ofNullable(run.beatP99Ms()), criteria.beatP99Ms(), " ms"));
  }

  private static void registry(Optional<Registry> registry, Criteria criteria, List<Bound> bounds) {
    Optional<RegistryStats> worst = registry.map(Registry::worst);
    bounds.add(count("dropped", registry.map(Registry::keptBeatingYetDropped), criteria.dropped()));
    bounds.add(
        count("neverAppeared", registry.map(Registry::neverAppeared), criteria.neverAppeared()));
    for (RegistryCount figure : RegistryCount.values()) {
      criteria
          .bound(figure)
          .ifPresent(
              most -> bounds.add(count(figure.column(), worst.map(w -> w.count(figure)), most)));
    }
  }

  private static Bound share(
      String name, String sign, double bound, OptionalDouble measured, boolean kept) {
    return new Bound(
        "bound." + name,
        sign + NumberText.exactPercent(bound),
        measured.isEmpty() ? null : NumberText.exactPercent(measured.getAsDouble()),
        kept);
  }

  private static Bound most(String name, Optional<Double> measured, double most, String unit) {
    return new Bound(
        "bound." + name,
        NumberText.of("≤ %,.0f", most) + unit,
        measured.map(value -> NumberText.decimal(value) + unit).orElse(null),
        measured.isPresent() && measured.get() <= most);
  }

  private static Bound count(String name, Optional<Long> measured, long most) {
    return new Bound(
        "bound." + name,
        (most == 0 ? "" : "≤ ") + NumberText.count(most),
        measured.map(NumberText::count).orElse(null),
        measured.isPresent() && measured.get() <= most);
  }

  /** Key of the word that says how it came out. */
  String state() {
    return measured == null ? "unmeasured" : kept ? "kept" : "broken";
  }
}
