package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OperationResultTest {

  @Test
  void shouldReadMicrosecondsAsMilliseconds() {
    OperationStats stats = new OperationStats();
    stats.set(OperationCount.REQUIRED, 1_010L);
    stats.set(OperationCount.OK, 998L);
    stats.fail("timeout", 1);
    stats.fail("403", 1);
    stats.set(OperationCount.SKIPPED, 10L);
    for (int micros = 1; micros <= 1_000; micros++) {
      stats.record(LatencyPart.LATENCY, micros * 1_000L);
    }

    OperationResult beat = OperationResult.of(stats);

    assertThat(beat.achieved()).isEqualTo(1_000);
    assertThat(beat.failures()).isEqualTo(2);
    assertThat(beat.latencyMs())
        .isEqualTo(new Percentiles(0.501, 0.5, 0.9, 0.95, 0.99, 0.999, 1.0));
    assertThat(beat.serviceMs()).isNull();
  }

  @Test
  void shouldReadLagInMilliseconds() {
    Histogram lag = new Histogram(3);
    lag.recordValue(1_500);

    assertThat(Generator.Lag.ofMicros(lag)).isEqualTo(new Generator.Lag(1.5, 1.5, 1.5, 1.5));
  }
}
