package dev.nacoscapacity.reports.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The points of a plot on the time axis. A file has about one row a second. When a run has more
 * seconds than a plot can show, several seconds share a point, and {@link PointFolds} folds their
 * values.
 */
final class Ticks {

  /** More points cannot be distinguished on a screen, and each one makes the page larger. */
  static final int MOST_POINTS = 600;

  /** Rows that are written within this time belong to one moment. */
  private static final double SAME_MOMENT = 0.3;

  private final double[] ends;

  private Ticks(double[] ends) {
    this.ends = ends;
  }

  /** Points for rows of these times, in seconds since the run began. */
  static Ticks of(DoubleStream seconds) {
    return of(seconds, MOST_POINTS);
  }

  static Ticks of(DoubleStream seconds, int mostPoints) {
    double[] moments = moments(seconds.sorted().toArray());
    int share = Math.max(1, (moments.length + mostPoints - 1) / mostPoints);
    int points = (moments.length + share - 1) / share;
    double[] ends = new double[points];
    for (int i = 0; i < points; i++) {
      ends[i] = moments[Math.min((i + 1) * share, moments.length) - 1];
    }
    return new Ticks(ends);
  }

  private static double[] moments(double[] sorted) {
    List<Double> last = new ArrayList<>();
    double first = Double.NEGATIVE_INFINITY;
    for (double time : sorted) {
      if (time - first > SAME_MOMENT) {
        first = time;
        last.add(time);
      } else {
        last.set(last.size() - 1, time);
      }
    }
    return last.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The same points for a clock that is this many seconds behind. */
  Ticks behind(double seconds) {
    return new Ticks(Arrays.stream(ends).map(end -> end - seconds).toArray());
  }

  int points() {
    return ends.length;
  }

  /** The times of the points: the end of each period. */
  double[] ends() {
    return ends.clone();
  }

  /** When the last point ends; 0 when there is none. */
  double end() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }

  /** The seconds that a point covers; the first point covers all seconds since the run began. */
  double span(int point) {
    return ends[point] - (point == 0 ? 0 : ends[point - 1]);
  }

  /** The point that covers a moment, or the nearest point. */
  int at(double seconds) {
    int index = Arrays.binarySearch(ends, seconds - 1e-3);
    int point = index >= 0 ? index : -index - 1;
    return Math.min(point, ends.length - 1);
  }
}
