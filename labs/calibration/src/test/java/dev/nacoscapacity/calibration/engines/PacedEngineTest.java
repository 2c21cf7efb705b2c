package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.calibration.engines.PacedEngine.CallMix;
import dev.nacoscapacity.calibration.harness.PacedFleet;
import dev.nacoscapacity.calibration.harness.PacedFleet.CallPeriods;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacedEngineTest {

  @ParameterizedTest
  @ValueSource(doubles = {90, 1_000, 1_499, 40_000, 300_000})
  void shouldComeCloseToTheLimitFromBelow(double limit) throws InterruptedException {
    assertThat(PacedEngine.highest(1_000, rate -> rate <= limit))
        .isLessThanOrEqualTo(limit)
        .isGreaterThan(limit / 1.15);
  }

  @Test
  void shouldTryARateAgainBeforeItIsTooHigh() throws InterruptedException {
    List<Double> tries = new ArrayList<>();

    double result =
        PacedEngine.highest(
            1_000,
            rate -> {
              tries.add(rate);
              // The first try of each rate is spoilt.
              return tries.indexOf(rate) < tries.size() - 1 && rate <= 40_000;
            });

    assertThat(result).isGreaterThan(40_000 / 1.15);
  }

  @Test
  void shouldSayWhenNoRateIsKept() {
    assertThatThrownBy(() -> PacedEngine.highest(1_000, rate -> false))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldNotCallARateKeptWhenCallsFail() {
    RunStats second = new RunStats(PacedFleet.NODES);
    second.of(Operation.BEAT).add(OperationCount.REQUIRED, 10_000);
    second.of(Operation.BEAT).add(OperationCount.OK, 9_999);
    assertThat(PacedEngine.keepsBounds(second)).isTrue();

    second.of(Operation.BEAT).fail("timed out", 1);

    assertThat(PacedEngine.keepsBounds(second)).isFalse();
  }

  @Test
  void shouldOfferARateInTheMixOfARun() {
    // At a run's own periods 35,000 instances make 7,000 beats and 3,500 lists a second; over gRPC
    // a list spares a health check.
    assertThat(PacedEngine.periods(10_500, 35_000, CallMix.MIX, false)).isEqualTo(CallPeriods.REAL);
    assertThat(PacedEngine.periods(7_000, 35_000, CallMix.MIX, true)).isEqualTo(CallPeriods.REAL);
  }

  @Test
  void shouldOfferOneOperationAlone() {
    assertThat(PacedEngine.periods(1_000, 500, CallMix.LISTS, false))
        .isEqualTo(new CallPeriods(Duration.ZERO, Duration.ofMillis(500)));
    assertThat(PacedEngine.periods(1_000, 500, CallMix.BEATS, false))
        .isEqualTo(new CallPeriods(Duration.ofMillis(500), Duration.ZERO));
  }
}
