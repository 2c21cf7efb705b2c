package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.record.HistogramInterval;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * Reads latency.hlog in one pass. Only the current point of each tag is in memory, since the log of
 * an hour would not fit.
 */
final class PercentilePlots {

  /** Fewer columns than points, since a cell of the heat map is wider than a line. */
  static final int MOST_COLUMNS = 180;

  private final Ticks ticks;
  private final int pointsAColumn;
  private final Map<String, Tag> tags = new HashMap<>();

  PercentilePlots(Ticks ticks) {
    this.ticks = ticks;
    this.pointsAColumn = Math.max(1, (ticks.points() + MOST_COLUMNS - 1) / MOST_COLUMNS);
  }

  void add(HistogramInterval interval) {
    if (ticks.points() > 0) {
      tags.computeIfAbsent(interval.tag(), Tag::new)
          .add(ticks.at(interval.toSeconds()), interval.micros());
    }
  }

  /** Percentiles of a tag over time; empty when the log does not have it. */
  Optional<PercentilePlot> of(String tag) {
    return closed(tag).map(entry -> entry.distribution);
  }

  /** The heat map of a tag that ends in {@code .latency}; empty when the log does not have it. */
  Optional<HeatMap> heat(String tag) {
    return closed(tag).map(entry -> entry.heat);
  }

  private Optional<Tag> closed(String tag) {
    Optional<Tag> entry = Optional.ofNullable(tags.get(tag));
    entry.ifPresent(Tag::closePoint);
    entry.ifPresent(Tag::closeColumn);
    return entry;
  }

  private final class Tag {
    private final PercentilePlot distribution = PercentilePlot.empty(ticks.points());
    private final HeatMap heat = HeatMap.empty();
    private final boolean drawn;
    private final Histogram pointMicros = new Histogram(3);
    private final Histogram columnMicros = new Histogram(3);
    private int point = -1;
    private int column = -1;

    Tag(String name) {
      drawn = name.endsWith(".latency");
    }

    void add(int at, AbstractHistogram micros) {
      if (at != point) {
        closePoint();
        point = at;
      }
      pointMicros.add(micros);
    }

    void closePoint() {
      if (pointMicros.getTotalCount() == 0) {
        return;
      }
      distribution.set(point, pointMicros);
      if (drawn) {
        if (point / pointsAColumn != column) {
          closeColumn();
          column = point / pointsAColumn;
        }
        columnMicros.add(pointMicros);
      }
      pointMicros.reset();
    }

    void closeColumn() {
      if (columnMicros.getTotalCount() > 0) {
        int first = column * pointsAColumn;
        int last = Math.min(first + pointsAColumn, ticks.points()) - 1;
        double begin = first == 0 ? 0 : ticks.ends()[first - 1];
        heat.columns().add(HeatMap.column(begin, ticks.ends()[last], columnMicros));
        columnMicros.reset();
      }
    }
  }
}
