package dev.nacoscapacity.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {

  private final DurationHistogram durations = new DurationHistogram("d_seconds", "d", "operation");

  @Test
  void shouldPutEachDurationUnderItsBoundWhenRecorded() {
    durations.add(micros(900, 1_000, 1_200, 29_500_000, 90_000_000), "beat");

    assertThat(count("beat", 0.001)).isEqualTo(2);
    assertThat(count("beat", 0.0025)).isEqualTo(1);
    assertThat(count("beat", 30)).isEqualTo(1);
    assertThat(count("beat", Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(point("beat").getCount()).isEqualTo(5);
  }

  @Test
  void shouldAddSecondsUpWhenTheyFollowEachOther() {
    durations.add(micros(1_000_000), "beat");
    durations.add(micros(2_000_000, 3_000_000), "beat");
    durations.add(micros(5), "list");

    assertThat(point("beat").getCount()).isEqualTo(3);
    assertThat(point("beat").getSum()).isCloseTo(6, within(0.01));
    assertThat(point("list").getCount()).isEqualTo(1);
  }

  @Test
  void shouldKeepWhatWasScrapedWhenMoreComesIn() {
    durations.add(micros(1_000_000), "beat");
    HistogramDataPointSnapshot scraped = point("beat");

    durations.add(micros(1_000_000), "beat");

    assertThat(scraped.getCount()).isEqualTo(1);
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

  private static Histogram micros(long... values) {
    Histogram histogram = new Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    return histogram;
  }
}
