package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * What the script draws of several runs: their points share one axis of time, on which all judged
 * windows begin at the same moment.
 *
 * @param start of the axis on the first run's clock, in ms since 1970
 * @param end of the axis in seconds
 * @param window the longest judged window; null when a run has none
 * @param beatP99Ms bound of the first run's verdict; null when there is none
 * @param calls the operations that any run has; null when no run recorded any
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompareData(
    long start,
    double end,
    double[] window,
    Double beatP99Ms,
    List<Band> bands,
    CallPlots calls,
    List<Line> runs) {

  /** Shared by the runs, so that a page of eight is no larger than a page of two. */
  private static final int POINTS = 2 * Ticks.MOST_POINTS;

  /**
   * One run.
   *
   * @param name its letter and folder
   */
  record Line(String name, CallPlots calls, RegistryPlots registry, ServerPlots servers) {}

  static CompareData of(RunComparison comparison) {
    List<Shifted> shifted = Shifted.align(comparison.runs());
    Ticks ticks =
        Ticks.of(shifted.stream().flatMapToDouble(Shifted::seconds), POINTS / shifted.size());
    double end = ticks.points() == 0 ? 0 : ticks.ends()[ticks.points() - 1];
    double[] window = window(shifted);
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < shifted.size(); i++) {
      lines.add(line(name(comparison, i), shifted.get(i), ticks));
    }
    return new CompareData(
        shifted.get(0).startMillis(),
        Math.max(end, window == null ? 0 : window[1]),
        window,
        beatP99Ms(comparison.runs().get(0)),
        window == null
            ? List.of()
            : List.of(new Band(Event.PHASE, Phases.MEASURE, window[0], window[1])),
        ticks.points() == 0 ? null : union(lines, ticks),
        lines);
  }

  private static String name(RunComparison comparison, int run) {
    return RunComparison.letter(run)
        + " "
        + comparison.runs().get(run).path().toAbsolutePath().getFileName();
  }

  private static Line line(String name, Shifted run, Ticks ticks) {
    if (ticks.points() == 0) {
      return new Line(name, null, null, null);
    }
    Ticks own = ticks.behind(run.by());
    Distributions distributions = new Distributions(own);
    run.run().histogramIntervals(distributions::add);
    return new Line(
        name,
        withoutHeat(CallPlots.of(run.run().intervals(), own, distributions)),
        RegistryPlots.of(run.run().registryRows(), own),
        ServerPlots.of(run.run().serverRows(), own));
  }

  /** Maps cannot be laid over each other, and take most of a page's bytes. */
  private static CallPlots withoutHeat(CallPlots calls) {
    Map<String, CallPlots.Rates> operations = new LinkedHashMap<>();
    calls.operations().forEach((name, rates) -> operations.put(name, rates.withoutHeat()));
    return new CallPlots(calls.t(), operations, calls.lag());
  }

  /** The axis, and what can be chosen: the operations that any run has. */
  private static CallPlots union(List<Line> lines, Ticks ticks) {
    Map<String, CallPlots.Rates> operations = new LinkedHashMap<>();
    for (Line line : lines) {
      line.calls()
          .operations()
          .keySet()
          .forEach(name -> operations.put(name, CallPlots.Rates.NONE));
    }
    return new CallPlots(ticks.ends(), operations, null);
  }

  private static double[] window(List<Shifted> runs) {
    if (runs.stream().anyMatch(run -> run.window() == null)) {
      return null;
    }
    return new double[] {
      runs.get(0).window()[0],
      runs.stream().flatMapToDouble(run -> DoubleStream.of(run.window()[1])).max().getAsDouble()
    };
  }

  private static Double beatP99Ms(RunFolder run) {
    Verdict verdict = run.run().verdict();
    return verdict == null || verdict.criteria() == null ? null : verdict.criteria().beatP99Ms();
  }
}
