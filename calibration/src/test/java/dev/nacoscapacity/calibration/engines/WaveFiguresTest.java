package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaveFiguresTest {

  @Test
  void shouldTellThePoolsOwnTimeFromTheTimeThatItsCallsTook() {
    // 20 threads, 100 calls of 500 ms: the last waits for four others.
    double[] latencies = IntStream.range(0, 100).mapToDouble(i -> 500 * (1 + i / 20)).toArray();
    double[] owns = IntStream.range(0, 100).mapToDouble(i -> 500).toArray();

    WaveFigures figures = WaveFigures.of(100, latencies, owns, 2_500, null);

    assertThat(figures).isEqualTo(new WaveFigures(100, 1_500.0, 2_500.0, 500.0, 2_500, null));
  }

  @Test
  void shouldTakeP90OfThoseThatWereAnswered() {
    double[] latencies = {10, 1, 2, 3, 4, 5, 6, 7, 8, 9};

    assertThat(WaveFigures.of(20, latencies, latencies, 10, "refused").p90()).isEqualTo(9);
    assertThat(WaveFigures.of(20, latencies, latencies, 10, "refused").ok()).isEqualTo(50);
  }

  @Test
  void shouldSayHowManyCallsCameToNoEnd() {
    double[] one = {10};

    assertThat(WaveFigures.of(2_000, one, one, 10, null).error())
        .isEqualTo("1,999 of 2,000 calls were not answered");
    assertThat(WaveFigures.of(1, one, one, 10, null).error()).isNull();
  }
}
