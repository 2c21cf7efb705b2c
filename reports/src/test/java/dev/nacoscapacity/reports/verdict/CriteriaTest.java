package dev.nacoscapacity.reports.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CriteriaTest {

  @Test
  void shouldHoldTheBoundsOfTheDesignByDefault() {
    assertThat(Criteria.defaults())
        .isEqualTo(
            new Criteria(
                0.99,
                0.001,
                1_000,
                0,
                0,
                60,
                100,
                500,
                10_000,
                Map.of(
                    "missing", 0L,
                    "unhealthy", 0L,
                    "unknownInstanceBeats", 0L,
                    "stale", 0L,
                    "divergent", 0L,
                    "unknown", 0L)));
  }

  @Test
  void shouldRefuseAShareThatIsNone() {
    assertThatThrownBy(() -> new Criteria(99, 0.001, 1_000, 0, 0, 60, 100, 500, 10, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("achievedShare must be 0 to 1, not 99.0");
  }

  @Test
  void shouldRefuseABoundBelowZero() {
    assertThatThrownBy(
            () -> new Criteria(0.99, 0.001, 1_000, 0, 0, 60, 100, 500, 10, Map.of("missing", -1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("missing must not be negative");
  }

  @ParameterizedTest
  @ValueSource(doubles = {86_400_001, 3e9, Double.POSITIVE_INFINITY})
  void shouldRefuseABeatGapOfMoreThanADay(double beatGapMs) {
    assertThatThrownBy(
            () -> new Criteria(0.99, 0.001, 1_000, 0, 0, 60, 100, 500, beatGapMs, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("beatGapMs must be 0 to 86400000, not " + beatGapMs);
  }

  @Test
  void shouldExitAsTheContractSays() {
    assertThat(Status.PASS.exitCode()).isZero();
    assertThat(Status.FAIL.exitCode()).isEqualTo(1);
    assertThat(Status.INCONCLUSIVE.exitCode()).isEqualTo(2);
  }
}
