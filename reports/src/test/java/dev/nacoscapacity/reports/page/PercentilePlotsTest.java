package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.core.record.HistogramInterval;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentilePlotsTest {

  @Test
  void shouldMergeHistogramsInsteadOfAveragingPercentiles() {
    Ticks ticks = Ticks.of(DoubleStream.of(1, 2), 1);
    PercentilePlots distributions = new PercentilePlots(ticks);
    // 99 fast calls in one second and a slow one in the next: an averaged p50 would be 500 ms.
    distributions.add(interval("beat.latency", 0, 1_000, 99));
    distributions.add(interval("beat.latency", 1, 999_000, 1));

    PercentilePlot beat = distributions.of("beat.latency").orElseThrow();

    assertThat(beat.p50()).hasSize(1);
    assertThat(beat.p50()[0]).isCloseTo(1, within(0.01));
    assertThat(beat.max()[0]).isCloseTo(999, within(1.0));
  }

  @Test
  void shouldLeaveAGapWhenNothingEnded() {
    PercentilePlots distributions = new PercentilePlots(Ticks.of(DoubleStream.of(1, 2, 3)));
    distributions.add(interval("scrape.latency", 0, 5_000, 1));
    distributions.add(interval("scrape.latency", 2, 7_000, 1));

    assertThat(distributions.of("scrape.latency").orElseThrow().p99()[1]).isNaN();
    assertThat(distributions.of("scrape.latency").orElseThrow().p99()[2])
        .isCloseTo(7, within(0.01));
    assertThat(distributions.of("beat.latency")).isEmpty();
  }

  @Test
  void shouldLeaveSecondsWithoutCallsOutOfTheHeatMap() {
    PercentilePlots distributions = new PercentilePlots(Ticks.of(DoubleStream.of(1, 2, 3, 4)));
    distributions.add(interval("beat.latency", 0, 5_000, 1));
    distributions.add(interval("beat.latency", 3, 7_000, 1));

    assertThat(distributions.heat("beat.latency").orElseThrow().columns())
        .extracting(column -> column[0], column -> column[1])
        .containsExactly(tuple(0.0, 1.0), tuple(3.0, 4.0));
  }

  @Test
  void shouldCountEveryCallOnceInTheHeatMapWhenPointsShareItsColumns() {
    Ticks ticks = Ticks.of(IntStream.rangeClosed(1, 500).asDoubleStream());
    PercentilePlots distributions = new PercentilePlots(ticks);
    for (int second = 0; second < 500; second++) {
      distributions.add(interval("beat.latency", second, 1_000L * (1 + second % 7), 3));
    }

    HeatMap heat = distributions.heat("beat.latency").orElseThrow();

    assertThat(heat.columns()).hasSizeLessThanOrEqualTo(PercentilePlots.MOST_COLUMNS);
    assertThat(heat.columns().get(heat.columns().size() - 1)[1]).isEqualTo(500);
    assertThat(heat.columns().stream().mapToDouble(c -> DoubleStream.of(c).skip(3).sum()).sum())
        .isEqualTo(1_500);
  }

  @Test
  void shouldDivideEachDecadeIntoTenRows() {
    assertThat(HeatMap.row(0)).isZero();
    assertThat(HeatMap.row(1)).isZero();
    assertThat(HeatMap.row(1_000)).isEqualTo(30);
    assertThat(HeatMap.row(1_258)).isEqualTo(30);
    assertThat(HeatMap.row(1_260)).isEqualTo(31);
    assertThat(HeatMap.row(Long.MAX_VALUE)).isEqualTo(89);
  }

  private static HistogramInterval interval(String tag, double from, long value, int count) {
    Histogram micros = new Histogram(3);
    micros.recordValueWithCount(value, count);
    return new HistogramInterval(tag, from, from + 1, micros);
  }
}
