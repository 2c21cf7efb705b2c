package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.OperationRow;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.repeats.Difference;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.reports.compare.Measure.Value;
import dev.nacoscapacity.reports.summary.OperationFigure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Collects the figures that runs can be compared by. */
final class Measures {

  /** Figures of the calls of the whole run, most of which happen in the ramp. */
  private static final Set<OperationFigure> OF_LIFECYCLE =
      EnumSet.of(
          OperationFigure.FAILED,
          OperationFigure.P50,
          OperationFigure.P99,
          OperationFigure.P999,
          OperationFigure.MAX);

  /**
   * Figures to compare: the comparison shows the rates themselves, and only what the registry
   * influences.
   */
  private static final Set<OperationFigure> FIGURES =
      EnumSet.complementOf(EnumSet.of(OperationFigure.ACHIEVED_PERCENT, OperationFigure.FAILOVERS));

  private final List<RunFolder> runs;
  private final List<List<OperationRow>> seconds;
  private final List<Measure> measures = new ArrayList<>();

  private Measures(List<RunFolder> runs) {
    this.runs = runs;
    this.seconds =
        runs.stream()
            .map(
                run ->
                    run.intervals().stream()
                        .filter(row -> row.phase().equals(Phases.MEASURE))
                        .toList())
            .toList();
  }

  static List<Measure> of(List<RunFolder> runs) {
    Measures measures = new Measures(runs);
    Set<String> operations = new LinkedHashSet<>();
    runs.forEach(run -> operations.addAll(run.run().operations().keySet()));
    operations.removeIf(Operation::isOwn);
    Set<String> lifecycle = new LinkedHashSet<>();
    runs.forEach(run -> lifecycle.addAll(run.run().lifecycle().keySet()));
    operations.removeAll(lifecycle);
    operations.forEach(measures::operation);
    lifecycle.forEach(name -> measures.figures(name, OF_LIFECYCLE, RunRecord::lifecycle));
    measures.others();
    return measures.measures;
  }

  private void operation(String name) {
    figures(name, FIGURES, RunRecord::operations);
    bySecond(name, "p50 by second", OperationRow::p50Ms);
    bySecond(name, "p99 by second", OperationRow::p99Ms);
  }

  private void figures(
      String name,
      Set<OperationFigure> figures,
      Function<RunRecord, Map<String, OperationResult>> calls) {
    for (OperationFigure figure : figures) {
      whole(
          name,
          figure.label(),
          figure.unit(),
          run -> of(calls.apply(run).get(name), each -> figure.value(each, run.windowSeconds())));
    }
  }

  /** The figures of a run that are of no operation. */
  private void others() {
    whole("pushes", "p50", "ms", run -> of(run.pushes(), each -> each.latencyMs().p50()));
    whole("pushes", "p99", "ms", run -> of(run.pushes(), each -> each.latencyMs().p99()));
    whole("changes", "p50", "ms", run -> changed(run, Percentiles::p50));
    whole("changes", "p99", "ms", run -> changed(run, Percentiles::p99));
    whole(
        "changes", "incomplete", "", run -> of(run.changes(), each -> (double) each.incomplete()));
    whole(
        "configChanges", "p50", "ms", run -> of(run.configChanges(), each -> each.delayMs().p50()));
    whole(
        "configChanges", "p99", "ms", run -> of(run.configChanges(), each -> each.delayMs().p99()));
    RegistryCount.IN_TABLES.stream()
        .filter(RegistryCount::isFault)
        .forEach(
            figure ->
                whole(
                    figure.column(),
                    "",
                    run -> of(run.registry(), each -> (double) each.worst().count(figure))));
    whole("server cores used", "", run -> perSecond(run, cpuSeconds(run)));
    whole("server CPU per call", "µs", run -> of(run.cpuSecondsPerCall(), each -> each * 1e6));
    whole(
        "scheduler lag p99",
        "ms",
        run -> of(of(run.generator(), each -> each.delays().lagMs()), Generator.Lag::p99));
    whole(
        "generator cores used",
        "",
        run -> perSecond(run, of(run.generator(), each -> each.cpu().cpuSeconds())));
  }

  /** A figure that no operation has. */
  private void whole(String key, String unit, Function<RunRecord, Double> figure) {
    whole(null, key, unit, figure);
  }

  /** A figure of a part of a record; null without that part. */
  private static <P, F> F of(P part, Function<P, F> figure) {
    return part == null ? null : figure.apply(part);
  }

  private static Double changed(RunRecord run, Function<Percentiles, Double> which) {
    return of(of(run.changes(), Changes::latencyMs), which);
  }

  private static Double cpuSeconds(RunRecord run) {
    boolean complete =
        !run.servers().isEmpty() && run.servers().values().stream().allMatch(Server::knowsCpu);
    return complete
        ? Double.valueOf(run.servers().values().stream().mapToDouble(Server::cpuSeconds).sum())
        : null;
  }

  private static Double perSecond(RunRecord run, Double amount) {
    return amount == null || run.windowSeconds() <= 0 ? null : amount / run.windowSeconds();
  }

  /** A figure of the whole window. */
  private void whole(
      String operation, String key, String unit, Function<RunRecord, Double> figure) {
    List<Double> figures = new ArrayList<>();
    runs.forEach(run -> figures.add(figure.apply(run.run())));
    Double first = figures.get(0);
    List<Value> values = new ArrayList<>();
    for (Double each : figures) {
      boolean differs = !values.isEmpty() && first != null && each != null;
      Difference apart = differs ? new Difference(each - first, null, null) : null;
      values.add(each == null ? null : new Value(each, null, null, apart));
    }
    add(operation, key, unit, values);
  }

  /** Adds the median over the seconds of the window. */
  private void bySecond(String operation, String key, Function<OperationRow, Double> figure) {
    List<double[]> samples =
        seconds.stream()
            .map(
                rows ->
                    rows.stream()
                        .filter(row -> row.operation().equals(operation))
                        .map(figure)
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .toArray())
            .toList();
    double[] first = samples.get(0);
    List<Value> values = new ArrayList<>();
    for (double[] each : samples) {
      boolean differs = !values.isEmpty() && first.length > 0 && each.length > 0;
      values.add(
          each.length == 0
              ? null
              : new Value(
                  Spread.quantile(each, 0.5),
                  Spread.quantile(each, 0.25),
                  Spread.quantile(each, 0.75),
                  differs ? Difference.ofMedians(first, each) : null));
    }
    add(operation, key, "ms", values);
  }

  private void add(String operation, String key, String unit, List<Value> values) {
    if (values.stream().anyMatch(Objects::nonNull)) {
      measures.add(new Measure(operation, key, unit, Collections.unmodifiableList(values)));
    }
  }
}
