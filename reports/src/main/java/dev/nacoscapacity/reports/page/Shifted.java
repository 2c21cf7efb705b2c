package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.record.RunFolder;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A run whose times are moved, so that its judged window begins when other runs' do.
 *
 * @param window its begin and end, moved; null when it never began
 * @param by seconds that are added to the run's own
 */
record Shifted(RunFolder run, double[] window, double by) {

  /** Moves runs to the one whose window begins last; runs without one stay. */
  static List<Shifted> align(List<RunFolder> runs) {
    List<double[]> windows = runs.stream().map(Shifted::ownWindow).toList();
    double last =
        windows.stream()
            .filter(window -> window.length > 0)
            .mapToDouble(window -> window[0])
            .max()
            .orElse(0);
    return IntStream.range(0, runs.size())
        .mapToObj(
            i -> {
              double[] own = windows.get(i);
              double by = own.length == 0 ? 0 : last - own[0];
              return new Shifted(
                  runs.get(i), own.length == 0 ? null : new double[] {last, own[1] + by}, by);
            })
        .toList();
  }

  /** Empty when there was none. */
  private static double[] ownWindow(RunFolder run) {
    return Band.of(run.events(), run.run().durationSeconds()).stream()
        .filter(band -> band.kind().equals(Event.PHASE) && band.name().equals(Phases.MEASURE))
        .map(band -> new double[] {band.from(), band.to()})
        .findFirst()
        .orElse(new double[0]);
  }

  /** When the axis begins, on this run's clock, in ms since 1970. */
  long startMillis() {
    return run.run().startedAt().toEpochMilli() - Math.round(by * 1e3);
  }

  /**
   * Ends of the axis's seconds that it has rows in. Rows are written about each second from the
   * window's begin on; seconds that end halfway between two of them hold one of each run.
   */
  DoubleStream seconds() {
    double half = (window == null ? 0 : window[0]) + 0.5;
    return run.intervals().stream().mapToDouble(row -> Math.ceil(row.seconds() + by - half) + half);
  }
}
