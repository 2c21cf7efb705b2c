package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaveTest {

  @Test
  void shouldEndWhenEachCallWasAnsweredOrFailed() throws InterruptedException {
    Wave wave = new Wave(2);
    wave.released();
    wave.began(0);
    wave.answered(0);
    assertThat(wave.await(0)).isFalse();

    wave.failed(1, new IOException("refused"));

    assertThat(wave.await(0)).isTrue();
    assertThat(wave.figures().ok()).isEqualTo(50);
    assertThat(wave.figures().error()).isEqualTo("java.io.IOException: refused");
  }

  @Test
  void shouldCountACallOnceAndTellTheFirstError() throws InterruptedException {
    Wave wave = new Wave(2);
    wave.released();
    wave.failed(0, "first");
    wave.failed(0, "second");

    assertThat(wave.await(0)).isFalse();
    assertThat(wave.figures().error()).isEqualTo("first");
  }

  @Test
  void shouldTellThatItWasNoWaveThoughAllWasAnswered() {
    Wave wave = new Wave(1);
    wave.disturbed("not all at the barrier");
    wave.released();
    wave.began(0);
    wave.answered(0);

    assertThat(wave.figures().ok()).isEqualTo(100);
    assertThat(wave.figures().error()).isEqualTo("not all at the barrier");
  }

  @Test
  void shouldHaveNoTimesWhenNothingWasAnswered() {
    Wave wave = new Wave(1);
    wave.released();
    wave.failed(0, new OutOfMemoryError("unable to create native thread"));

    Wave.Figures figures = wave.figures();

    assertThat(figures.mean()).isNull();
    assertThat(figures.byMetric()).containsOnlyKeys(EnginesPart.OK, EnginesPart.FINISH);
    assertThat(figures.error()).contains(EngineCase.OUT_OF_MEMORY);
  }

  @Test
  void shouldTellThePoolsOwnTimeFromTheTimeThatItsCallsTook() {
    // 20 threads, 100 calls of 500 ms: the last waits for four others.
    double[] latencies = IntStream.range(0, 100).mapToDouble(i -> 500 * (1 + i / 20)).toArray();
    double[] owns = IntStream.range(0, 100).mapToDouble(i -> 500).toArray();

    Wave.Figures figures = Wave.Figures.of(100, latencies, owns, 2_500, null);

    assertThat(figures).isEqualTo(new Wave.Figures(100, 1_500.0, 2_500.0, 500.0, 2_500, null));
  }

  @Test
  void shouldTakeP90OfThoseThatWereAnswered() {
    double[] latencies = {10, 1, 2, 3, 4, 5, 6, 7, 8, 9};

    assertThat(Wave.Figures.of(20, latencies, latencies, 10, "refused").p90()).isEqualTo(9);
    assertThat(Wave.Figures.of(20, latencies, latencies, 10, "refused").ok()).isEqualTo(50);
  }

  @Test
  void shouldSayHowManyCallsCameToNoEnd() {
    double[] one = {10};

    assertThat(Wave.Figures.of(2_000, one, one, 10, null).error())
        .isEqualTo("1,999 of 2,000 calls were not answered");
    assertThat(Wave.Figures.of(1, one, one, 10, null).error()).isNull();
  }
}
