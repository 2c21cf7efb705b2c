package dev.nacoscapacity.reports.compare;

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
import java.util.function.ToDoubleFunction;

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
    lifecycle.forEach(measures::lifecycle);
    measures.pushes();
    measures.changes();
    measures.configChanges();
    measures.registry();
    measures.servers();
    measures.generator();
    return measures.measures;
  }

  private void operation(String name) {
    figures(name, FIGURES, RunRecord::operations);
    bySecond(name, "p50 by second", OperationRow::p50Ms);
    bySecond(name, "p99 by second", OperationRow::p99Ms);
  }

  private void lifecycle(String name) {
    figures(name, OF_LIFECYCLE, RunRecord::lifecycle);
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
          run -> {
            OperationResult operation = calls.apply(run).get(name);
            return operation == null ? null : figure.value(operation, run.windowSeconds());
          });
    }
  }

  private void pushes() {
    whole("pushes", "p50", "ms", run -> pushed(run, Percentiles::p50));
    whole("pushes", "p99", "ms", run -> pushed(run, Percentiles::p99));
  }

  private void changes() {
    whole("changes", "p50", "ms", run -> changed(run, Percentiles::p50));
    whole("changes", "p99", "ms", run -> changed(run, Percentiles::p99));
    whole(
        "changes",
        "incomplete",
        "",
        run -> run.changes() == null ? null : Double.valueOf(run.changes().incomplete()));
  }

  private static Double changed(RunRecord run, ToDoubleFunction<Percentiles> which) {
    return run.changes() == null || run.changes().latencyMs() == null
        ? null
        : Double.valueOf(which.applyAsDouble(run.changes().latencyMs()));
  }

  private void configChanges() {
    whole("configChanges", "p50", "ms", run -> configChanged(run, Percentiles::p50));
    whole("configChanges", "p99", "ms", run -> configChanged(run, Percentiles::p99));
  }

  private static Double configChanged(RunRecord run, ToDoubleFunction<Percentiles> which) {
    return run.configChanges() == null ? null : which.applyAsDouble(run.configChanges().delayMs());
  }

  private static Double pushed(RunRecord run, ToDoubleFunction<Percentiles> which) {
    return run.pushes() == null ? null : which.applyAsDouble(run.pushes().latencyMs());
  }

  private void registry() {
    for (RegistryCount figure : RegistryCount.IN_TABLES) {
      if (figure.isFault()) {
        whole(
            null,
            figure.column(),
            "",
            run ->
                run.registry() == null
                    ? null
                    : Double.valueOf(run.registry().worst().count(figure)));
      }
    }
  }

  private void servers() {
    whole(null, "server cores used", "", run -> perSecond(run, cpuSeconds(run)));
    whole(null, "server CPU per call", "µs", Measures::cpuMicrosPerCall);
  }

  private void generator() {
    whole(
        null,
        "scheduler lag p99",
        "ms",
        run ->
            run.generator() == null || run.generator().lagMs() == null
                ? null
                : run.generator().lagMs().p99());
    whole(
        null,
        "generator cores used",
        "",
        run -> run.generator() == null ? null : perSecond(run, run.generator().cpuSeconds()));
  }

  private static Double cpuSeconds(RunRecord run) {
    boolean known =
        !run.servers().isEmpty() && run.servers().values().stream().allMatch(Server::knowsCpu);
    return known
        ? Double.valueOf(run.servers().values().stream().mapToDouble(Server::cpuSeconds).sum())
        : null;
  }

  private static Double perSecond(RunRecord run, Double amount) {
    return amount == null || run.windowSeconds() <= 0 ? null : amount / run.windowSeconds();
  }

  private static Double cpuMicrosPerCall(RunRecord run) {
    Double seconds = run.cpuSecondsPerCall();
    return seconds == null ? null : Double.valueOf(seconds * 1e6);
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
