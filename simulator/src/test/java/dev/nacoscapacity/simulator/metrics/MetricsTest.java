package dev.nacoscapacity.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private final Histogram durations =
      new Metrics(new PrometheusRegistry()).durations("d_seconds", "d", "operation");

  @Test
  void shouldPutEachDurationUnderItsBoundWhenRecorded() {
    add("beat", 900, 1_000, 1_200, 29_500_000, 90_000_000);

    assertThat(count("beat", 0.001)).isEqualTo(2);
    assertThat(count("beat", 0.0025)).isEqualTo(1);
    assertThat(count("beat", 30)).isEqualTo(1);
    assertThat(count("beat", Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(point("beat").getCount()).isEqualTo(5);
  }

  @Test
  void shouldAddSecondsUpWhenTheyFollowEachOther() {
    add("beat", 1_000_000);
    add("beat", 2_000_000, 3_000_000);
    add("list", 5);

    assertThat(point("beat").getCount()).isEqualTo(3);
    assertThat(point("beat").getSum()).isCloseTo(6, within(0.01));
    assertThat(point("list").getCount()).isEqualTo(1);
  }

  private long count(String operation, double bound) {
    return point(operation).getClassicBuckets().stream()
        .filter(bucket -> bucket.getUpperBound() == bound)
        .mapToLong(ClassicHistogramBucket::getCount)
        .sum();
  }

  private HistogramDataPointSnapshot point(String operation) {
    return durations.collect().getDataPoints().stream()
        .filter(point -> point.getLabels().get("operation").equals(operation))
        .findFirst()
        .orElseThrow();
  }

  private void add(String operation, long... values) {
    org.HdrHistogram.Histogram histogram = new org.HdrHistogram.Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    Metrics.add(histogram, durations.labelValues(operation));
  }
}
