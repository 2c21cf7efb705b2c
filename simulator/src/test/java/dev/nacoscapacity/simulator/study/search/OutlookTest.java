package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutlookTest {

  private static final Duration BRIEF = Duration.ofSeconds(40);
  private static final Duration FULL = Duration.ofSeconds(80);

  @Test
  void shouldEstimateTheTimeOfASearch() {
    assertThat(SearchEstimate.of(new SearchRange(200, 20_000, 0.2)).sentence(BRIEF, FULL))
        .contains("10 to 17 trials", "65 s", "105 s", "15 to 23 minutes");
  }

  @Test
  void shouldExpectNoBisectionWhenTheBoundsAreClose() {
    assertThat(SearchEstimate.of(new SearchRange(100, 110, 0.2)))
        .isEqualTo(new SearchEstimate(5, 4));
  }
}
