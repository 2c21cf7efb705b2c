package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.engines.CallWave.Sample;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallWaveTest {

  @Test
  void shouldEndWhenEachCallWasAnsweredOrFailed() throws InterruptedException {
    CallWave wave = new CallWave(2);
    wave.released();
    wave.ended(System.nanoTime(), null);
    assertThat(wave.await(0).outcome()).isEqualTo("1 of 2 calls were not answered");

    wave.ended(System.nanoTime(), "java.io.IOException: refused");

    assertThat(wave.await(0).figures()).containsEntry(EnginesPart.OK, 50.0);
    assertThat(wave.await(0).outcome()).isEqualTo("java.io.IOException: refused");
  }

  @Test
  void shouldHaveNoTimesWhenNothingWasAnswered() {
    Round round = CallWave.round(1, List.of(new Sample(3, 3, "java.lang.OutOfMemoryError")));

    assertThat(round.figures()).containsOnlyKeys("ok", "finish");
    assertThat(round.outcome()).contains(WaveCase.OUT_OF_MEMORY);
  }

  @Test
  void shouldTellThePoolsOwnTimeFromTheTimeThatItsCallsTook() {
    // 20 threads, 100 calls of 500 ms: the last waits for four others.
    List<Sample> samples =
        IntStream.range(0, 100).mapToObj(i -> new Sample(500 * (1 + i / 20), 500, null)).toList();

    assertThat(CallWave.round(100, samples))
        .isEqualTo(
            Round.of(
                Map.of(
                    "ok", 100.0, "mean", 1_500.0, "p90", 2_500.0, "own", 500.0, "finish",
                    2_500.0)));
  }

  @Test
  void shouldTakeP90OfThoseThatWereAnswered() {
    List<Sample> samples =
        IntStream.rangeClosed(1, 20)
            .mapToObj(i -> new Sample(i, i, i > 10 ? "refused" : null))
            .toList();

    assertThat(CallWave.round(20, samples).figures())
        .containsEntry("p90", 9.0)
        .containsEntry("ok", 50.0);
  }
}
