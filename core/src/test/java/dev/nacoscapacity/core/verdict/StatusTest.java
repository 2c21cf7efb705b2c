package dev.nacoscapacity.core.verdict;

import static dev.nacoscapacity.core.verdict.Status.FAIL;
import static dev.nacoscapacity.core.verdict.Status.INCONCLUSIVE;
import static dev.nacoscapacity.core.verdict.Status.PASS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTest {

  @Test
  void shouldPassWhenEachRunThatWasAskedForPassed() {
    assertThat(Status.worst(List.of(PASS, PASS), true)).isEqualTo(PASS);
    assertThat(Status.worst(List.of(PASS), false)).as("cut short").isEqualTo(INCONCLUSIVE);
    assertThat(Status.worst(List.of(PASS, INCONCLUSIVE), true)).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void shouldFailWhenARunFailedThoughOthersAreMissing() {
    assertThat(Status.worst(List.of(INCONCLUSIVE, FAIL), false)).isEqualTo(FAIL);
  }
}
