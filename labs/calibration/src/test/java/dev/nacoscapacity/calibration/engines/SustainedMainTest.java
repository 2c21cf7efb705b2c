package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.engines.SustainedMain.CallMix;
import dev.nacoscapacity.calibration.fleet.BeatSeconds;
import dev.nacoscapacity.calibration.fleet.PacedFleet.Periods;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SustainedMainTest {

  @Test
  void shouldNotCallARateKeptWhenCallsFail() {
    assertThat(SustainedMain.kept(BeatSeconds.beats(10_000, 0))).isTrue();
    assertThat(SustainedMain.kept(BeatSeconds.beats(10_000, 1))).isFalse();
  }

  @Test
  void shouldOfferARateInTheMixOfARun() {
    // At a run's own periods 35,000 instances make 7,000 beats and 3,500 lists a second.
    assertThat(SustainedMain.periods(10_500, 35_000, CallMix.MIX, false)).isEqualTo(Periods.REAL);
  }

  @Test
  void shouldCountThatAListSparesAHealthCheckOverGrpc() {
    assertThat(SustainedMain.periods(7_000, 35_000, CallMix.MIX, true)).isEqualTo(Periods.REAL);
  }

  @Test
  void shouldOfferOneOperationAlone() {
    assertThat(SustainedMain.periods(1_000, 500, CallMix.LISTS, false))
        .isEqualTo(new Periods(Duration.ZERO, Duration.ofMillis(500)));
    assertThat(SustainedMain.periods(1_000, 500, CallMix.BEATS, false))
        .isEqualTo(new Periods(Duration.ofMillis(500), Duration.ZERO));
  }
}
