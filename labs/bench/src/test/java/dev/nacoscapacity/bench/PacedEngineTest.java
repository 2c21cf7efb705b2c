package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
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
}
