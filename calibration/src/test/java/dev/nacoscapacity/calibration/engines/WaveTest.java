package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

    WaveFigures figures = wave.figures();

    assertThat(figures.mean()).isNull();
    assertThat(figures.byMetric()).containsOnlyKeys(EnginesPart.OK, EnginesPart.FINISH);
    assertThat(figures.error()).contains(EngineCase.OUT_OF_MEMORY);
  }
}
