package dev.nacoscapacity.chaos.cli;

import static dev.nacoscapacity.reports.verdict.Status.FAIL;
import static dev.nacoscapacity.reports.verdict.Status.INCONCLUSIVE;
import static dev.nacoscapacity.reports.verdict.Status.PASS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentingTest {

  @Test
  void shouldPassWhenEachTrialThatWasAskedForPassed() {
    assertThat(Experimenting.worst(List.of(PASS, PASS), 2)).isEqualTo(PASS);
    assertThat(Experimenting.worst(List.of(PASS), 2)).as("cut short").isEqualTo(INCONCLUSIVE);
    assertThat(Experimenting.worst(List.of(PASS, INCONCLUSIVE), 2)).isEqualTo(INCONCLUSIVE);
  }

  @Test
  void shouldFailWhenATrialFailedThoughOthersAreMissing() {
    assertThat(Experimenting.worst(List.of(PASS, FAIL), 5)).isEqualTo(FAIL);
  }
}
