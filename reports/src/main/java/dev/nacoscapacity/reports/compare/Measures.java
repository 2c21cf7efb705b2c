package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.ConfigChanges;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.OperationRow;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.reports.compare.Measure.Quartiles;
import dev.nacoscapacity.reports.compare.Measure.Value;
import dev.nacoscapacity.reports.summary.OperationFigure;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
      EnumSet.complementOf(
          EnumSet.of(
              OperationFigure.ACHIEVED_PERCENT,
              OperationFigure.FAILOVERS,
              OperationFigure.P90,
              OperationFigure.P95));

  private final List<RunFolder> runs;
  private final List<List<OperationRow>> seconds;
  private final List<Measure> measures = new ArrayList<>();

  private Measures(List<RunFolder> runs) {
    this.runs = runs;
    this.seconds = runs.stream().map(run -> lastWindow(run.intervals())).toList();
  }

  /** The seconds that a run's other figures are of: of the last stage, where it has several. */
  private static List<OperationRow> lastWindow(List<OperationRow> rows) {
    List<OperationRow> window = new ArrayList<>();
    for (OperationRow row : rows) {
      if (row.phase().equals(Phases.SETTLE)) {
        window.clear();
      } else if (row.phase().equals(Phases.MEASURE)) {
        window.add(row);
      }
    }
    return window;
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
          run ->
              Optional.ofNullable(calls.apply(run).get(name))
                  .flatMap(each -> figure.value(each, run.windowSeconds())));
    }
  }

  /** The figures of a run that are of no operation. */
  private void others() {
    delays("pushes", run -> Optional.ofNullable(run.pushes()).map(Pushes::latencyMs));
    delays("changes", run -> Optional.ofNullable(run.changes()).map(Changes::latencyMs));
    whole(
        "changes",
        "incomplete",
        "",
        run -> Optional.ofNullable(run.changes()).map(each -> (double) each.incomplete()));
    delays(
        "configChanges",
        run -> Optional.ofNullable(run.configChanges()).map(ConfigChanges::delayMs));
    RegistryCount.IN_TABLES.stream()
        .filter(RegistryCount::isFault)
        .forEach(
            figure ->
                whole(
                    "",
                    figure.column(),
                    "",
                    run ->
                        Optional.ofNullable(run.registry())
                            .map(each -> (double) each.worst().count(figure))));
    whole("", Measure.SERVER_CORES, "", run -> perSecond(run, run.nodesCpuSeconds()));
    whole("", "server CPU per call", "µs", run -> run.cpuSecondsPerCall().map(each -> each * 1e6));
    whole(
        "",
        Measure.SCHEDULER_LAG,
        "ms",
        run ->
            Optional.ofNullable(run.generator())
                .map(each -> each.delays().lagMs())
                .map(Generator.Lag::p99));
    whole(
        "",
        Measure.GENERATOR_CORES,
        "",
        run ->
            perSecond(
                run, Optional.ofNullable(run.generator()).map(each -> each.cpu().cpuSeconds())));
  }

  private void delays(String name, Function<RunRecord, Optional<Percentiles>> of) {
    whole(name, "p50", "ms", run -> of.apply(run).map(Percentiles::p50));
    whole(name, "p99", "ms", run -> of.apply(run).map(Percentiles::p99));
  }

  private static Optional<Double> perSecond(RunRecord run, Optional<Double> amount) {
    return amount.filter(any -> run.windowSeconds() > 0).map(all -> all / run.windowSeconds());
  }

  /** A figure of the whole window. */
  private void whole(
      String operation, String key, String unit, Function<RunRecord, Optional<Double>> figure) {
    add(
        operation,
        key,
        unit,
        runs.stream()
            .map(run -> figure.apply(run.run()).map(each -> new Value(each, Optional.empty())))
            .toList());
  }

  /** Adds the median over the seconds of the window. */
  private void bySecond(String operation, String key, Function<OperationRow, Double> figure) {
    add(
        operation,
        key,
        "ms",
        seconds.stream()
            .map(
                rows ->
                    rows.stream()
                        .filter(row -> row.operation().equals(operation))
                        .map(figure)
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .toArray())
            .map(Measures::median)
            .toList());
  }

  private static Optional<Value> median(double[] seconds) {
    return seconds.length == 0
        ? Optional.empty()
        : Optional.of(
            new Value(
                Spread.quantile(seconds, 0.5),
                Optional.of(
                    new Quartiles(
                        Spread.quantile(seconds, 0.25), Spread.quantile(seconds, 0.75)))));
  }

  private void add(String operation, String key, String unit, List<Optional<Value>> values) {
    if (values.stream().anyMatch(Optional::isPresent)) {
      measures.add(new Measure(operation, key, unit, values));
    }
  }
}
