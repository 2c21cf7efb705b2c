package dev.nacoscapacity.reports.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OperationResultTest {

  @Test
  void shouldReadMicrosecondsAsMilliseconds() {
    Histogram latency = new Histogram(3);
    for (int i = 1; i <= 1_000; i++) {
      latency.recordValue(i);
    }

    OperationResult beat =
        OperationResult.ofMicros(
            1_010,
            998,
            Map.of("timeout", 1L, "403", 1L),
            10,
            3,
            latency,
            latency,
            latency,
            new Histogram(3));

    assertThat(beat.achieved()).isEqualTo(1_000);
    assertThat(beat.failures()).isEqualTo(2);
    assertThat(beat.latencyMs()).isEqualTo(new Percentiles(0.501, 0.5, 0.9, 0.99, 0.999, 1.0));
    assertThat(beat.serviceMs()).isNull();
  }

  @Test
  void shouldReadLagInMilliseconds() {
    Histogram lag = new Histogram(3);
    lag.recordValue(1_500);

    assertThat(Generator.Lag.ofMicros(lag)).isEqualTo(new Generator.Lag(1.5, 1.5, 1.5, 1.5));
  }
}
