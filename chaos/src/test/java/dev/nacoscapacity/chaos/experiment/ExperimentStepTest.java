package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExperimentStepTest {

  @Test
  void shouldBreakOneNodeAtATimeWhenEachIsBroken() {
    assertThatThrownBy(() -> ExperimentStep.of(FaultKind.KILL, 3, NodeChoice.EACH))
        .hasMessageContaining("'each'");
  }
}
