package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.calibration.PartResult.Round;
import java.io.IOException;
import java.util.Map;
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
    assertThat(wave.round().figures().get(EnginesPart.OK)).isEqualTo(50);
    assertThat(wave.round().outcome()).isEqualTo("java.io.IOException: refused");
  }

  @Test
  void shouldCountACallOnceAndTellTheFirstError() throws InterruptedException {
    Wave wave = new Wave(2);
    wave.released();
    wave.failed(0, "first");
    wave.failed(0, "second");

    assertThat(wave.await(0)).isFalse();
    assertThat(wave.round().outcome()).isEqualTo("first");
  }

  @Test
  void shouldTellThatItWasNoWaveThoughAllWasAnswered() {
    Wave wave = new Wave(1);
    wave.disturbed("not all at the barrier");
    wave.released();
    wave.began(0);
    wave.answered(0);

    assertThat(wave.round().figures().get(EnginesPart.OK)).isEqualTo(100);
    assertThat(wave.round().outcome()).isEqualTo("not all at the barrier");
  }

  @Test
  void shouldHaveNoTimesWhenNothingWasAnswered() {
    Wave wave = new Wave(1);
    wave.released();
    wave.failed(0, new OutOfMemoryError("unable to create native thread"));

    Round round = wave.round();

    assertThat(round.figures()).containsOnlyKeys(EnginesPart.OK, EnginesPart.FINISH);
    assertThat(round.outcome()).contains(EngineCase.OUT_OF_MEMORY);
  }

  @Test
  void shouldTellThePoolsOwnTimeFromTheTimeThatItsCallsTook() {
    // 20 threads, 100 calls of 500 ms: the last waits for four others.
    double[] latencies = IntStream.range(0, 100).mapToDouble(i -> 500 * (1 + i / 20)).toArray();
    double[] owns = IntStream.range(0, 100).mapToDouble(i -> 500).toArray();

    Round round = Wave.round(100, latencies, owns, 2_500, null);

    assertThat(round)
        .isEqualTo(
            Round.of(
                Map.of(
                    EnginesPart.OK, 100.0,
                    EnginesPart.MEAN, 1_500.0,
                    EnginesPart.P90, 2_500.0,
                    EnginesPart.OWN, 500.0,
                    EnginesPart.FINISH, 2_500.0)));
  }

  @Test
  void shouldTakeP90OfThoseThatWereAnswered() {
    double[] latencies = {10, 1, 2, 3, 4, 5, 6, 7, 8, 9};

    assertThat(Wave.round(20, latencies, latencies, 10, "refused").figures())
        .containsEntry(EnginesPart.P90, 9.0)
        .containsEntry(EnginesPart.OK, 50.0);
  }

  @Test
  void shouldSayHowManyCallsCameToNoEnd() {
    double[] one = {10};

    assertThat(Wave.round(2_000, one, one, 10, null).outcome())
        .isEqualTo("1,999 of 2,000 calls were not answered");
    assertThat(Wave.round(1, one, one, 10, null).outcome()).isNull();
  }
}
