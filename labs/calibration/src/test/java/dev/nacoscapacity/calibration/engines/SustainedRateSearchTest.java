package dev.nacoscapacity.calibration.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SustainedRateSearchTest {

  @ParameterizedTest
  @ValueSource(doubles = {90, 1_000, 1_499, 40_000, 300_000})
  void shouldComeCloseToTheLimitFromBelow(double limit) {
    double kept = SustainedRateSearch.search(1_000, rate -> rate <= limit);

    assertThat(kept).isLessThanOrEqualTo(limit).isGreaterThan(limit / 1.15);
  }

  @Test
  void shouldTryARateAgainBeforeItIsTooMuch() {
    List<Double> tries = new ArrayList<>();

    double kept =
        SustainedRateSearch.search(
            1_000,
            rate -> {
              tries.add(rate);
              // The first try of each rate is spoilt.
              return tries.indexOf(rate) < tries.size() - 1 && rate <= 40_000;
            });

    assertThat(kept).isGreaterThan(40_000 / 1.15);
  }

  @Test
  void shouldSayWhenNoRateIsKept() {
    assertThatThrownBy(() -> SustainedRateSearch.search(1_000, rate -> false))
        .isInstanceOf(IllegalStateException.class);
  }
}
