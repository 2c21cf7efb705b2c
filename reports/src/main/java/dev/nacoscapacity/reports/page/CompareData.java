package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.reports.compare.RunComparison;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The data for the script that draws several runs. Their points share one time axis, on which all
 * measurement windows begin at the same moment.
 *
 * @param start of the axis on the first run's clock, in ms since 1970
 * @param end of the axis in seconds
 * @param window the longest measurement window; absent when a run has none
 * @param beatP99Ms bound of the first run's verdict; absent when there is none
 * @param calls the operations that at least one run has; absent when no run recorded any
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

  /**
   * The points are shared by the runs, so that a page with eight runs is no larger than a page with
   * two.
   */
  private static final int POINTS = 2 * Ticks.MOST_POINTS;

  /**
   * One run.
   *
   * @param name its letter and folder
   */
  record Line(String name, CallPlots calls, NodePlots registry, NodePlots servers) {}

  static CompareData of(RunComparison comparison) {
    List<ShiftedRun> shifted = align(comparison.runs());
    Ticks ticks =
        Ticks.of(shifted.stream().flatMapToDouble(ShiftedRun::seconds), POINTS / shifted.size());
    Optional<double[]> window = window(shifted);
    List<Line> lines =
        IntStream.range(0, shifted.size())
            .mapToObj(i -> line(comparison.name(i), shifted.get(i), ticks))
            .toList();
    RunFolder first = comparison.runs().get(0);
    return new CompareData(
        first.run().startedAt().toEpochMilli() - Math.round(shifted.get(0).by() * 1e3),
        Math.max(ticks.end(), window.map(own -> own[1]).orElse(0.0)),
        window.orElse(null),
        PageData.beatP99Ms(first.run()).orElse(null),
        window.stream().map(own -> new Band(Event.PHASE, Phases.MEASURE, own[0], own[1])).toList(),
        ticks.points() == 0 ? null : union(lines, ticks),
        lines);
  }

  private static Line line(String name, ShiftedRun run, Ticks ticks) {
    if (ticks.points() == 0) {
      return new Line(name, null, null, null);
    }
    Ticks own = ticks.behind(run.by());
    PercentilePlots distributions = new PercentilePlots(own);
    run.run().histogramIntervals(distributions::add);
    CallPlots calls = CallPlots.of(run.run().intervals(), own, distributions);
    // Heat maps cannot be overlaid, and they are most of the page's size.
    calls.operations().values().forEach(measures -> measures.remove("heat"));
    return new Line(
        name,
        calls,
        NodePlots.registry(run.run().registryRows(), own),
        NodePlots.servers(run.run().serverRows(), own));
  }

  /** The time axis, and the operations to choose from: those that at least one run has. */
  private static CallPlots union(List<Line> lines, Ticks ticks) {
    Map<String, Map<String, Object>> operations = new LinkedHashMap<>();
    for (Line line : lines) {
      line.calls().operations().keySet().forEach(name -> operations.put(name, Map.of()));
    }
    return new CallPlots(ticks.ends(), operations, null);
  }

  private static Optional<double[]> window(List<ShiftedRun> runs) {
    return runs.stream()
        .map(ShiftedRun::window)
        .reduce((all, next) -> all.flatMap(one -> next.map(other -> union(one, other))))
        .orElseThrow();
  }

  private static double[] union(double[] one, double[] other) {
    return new double[] {one[0], Math.max(one[1], other[1])};
  }

  /** Moves runs to the one whose measurement window begins last; runs without one stay. */
  private static List<ShiftedRun> align(List<RunFolder> runs) {
    List<Optional<double[]>> windows = runs.stream().map(CompareData::ownWindow).toList();
    double last =
        windows.stream().flatMap(Optional::stream).mapToDouble(own -> own[0]).max().orElse(0);
    return IntStream.range(0, runs.size())
        .mapToObj(
            i -> {
              Optional<double[]> own = windows.get(i);
              double by = own.map(its -> last - its[0]).orElse(0.0);
              return new ShiftedRun(
                  runs.get(i), own.map(its -> new double[] {last, its[1] + by}), by);
            })
        .toList();
  }

  private static Optional<double[]> ownWindow(RunFolder run) {
    return Band.window(Band.of(run.events(), run.run().durationSeconds()));
  }

  /**
   * A run with its times shifted, so that its measurement window begins with those of the other
   * runs.
   *
   * @param window its begin and end, moved; empty when it never began
   * @param by seconds that are added to the times of the run
   */
  private record ShiftedRun(RunFolder run, Optional<double[]> window, double by) {

    /**
     * Ends of the seconds of the axis that contain rows of the run. Rows are written about once a
     * second from the begin of the window; seconds that end halfway between two rows contain one
     * row of each run.
     */
    DoubleStream seconds() {
      double half = window.map(own -> own[0]).orElse(0.0) + 0.5;
      return run.intervals().stream()
          .mapToDouble(row -> Math.ceil(row.seconds() + by - half) + half);
    }
  }
}
