package dev.nacoscapacity.simulator.metrics;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Durations in classic buckets, filled a second at a time from histograms of microseconds: the
 * library's own histogram accepts only one observation per call, and a second has thousands.
 */
final class DurationHistogram implements Collector {

  /**
   * In seconds. From a stand-in's tenths of a millisecond to the 50 s of the real client's timeout;
   * 1 s is the verdict's bound, and long polls are held for 29.5 s.
   */
  private static final double[] FINITE = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    15, 20, 25, 29, 30, 31, 45, 60
  };

  private static final double[] BOUNDS =
      DoubleStream.concat(DoubleStream.of(FINITE), DoubleStream.of(Double.POSITIVE_INFINITY))
          .toArray();

  private static final double MICROS = 1e6;

  private final String name;
  private final String help;
  private final String[] labels;
  private final Map<Labels, Series> series = new TreeMap<>();

  /**
   * @param labels distinguish the series; none for a single series
   */
  DurationHistogram(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = labels;
  }

  private static final class Series {
    private final long[] counts = new long[BOUNDS.length];
    private double sum;

    private void add(Histogram micros) {
      for (HistogramIterationValue value : micros.recordedValues()) {
        double seconds = micros.medianEquivalentValue(value.getValueIteratedTo()) / MICROS;
        long count = value.getCountAddedInThisIterationStep();
        int found = Arrays.binarySearch(BOUNDS, seconds);
        counts[found >= 0 ? found : -found - 1] += count;
        sum += seconds * count;
      }
    }
  }

  /**
   * Adds the values of one second.
   *
   * @param values of the labels
   */
  synchronized void add(Histogram micros, String... values) {
    series.computeIfAbsent(Labels.of(labels, values), v -> new Series()).add(micros);
  }

  @Override
  public synchronized HistogramSnapshot collect() {
    HistogramSnapshot.Builder snapshot = HistogramSnapshot.builder().name(name).help(help);
    series.forEach(
        (values, one) ->
            snapshot.dataPoint(
                HistogramDataPointSnapshot.builder()
                    .labels(values)
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, one.counts))
                    .sum(one.sum)
                    .build()));
    return snapshot.build();
  }

  @Override
  public String getPrometheusName() {
    return name;
  }
}
