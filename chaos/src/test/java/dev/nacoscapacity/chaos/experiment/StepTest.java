package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepTest {

  @Test
  void shouldSayWhatAFaultOfTheNodeItselfDoesNotTake() {
    assertThatThrownBy(
            () ->
                new Step(
                    FaultKind.KILL,
                    1,
                    NodeChoice.RANDOM,
                    Duration.ZERO,
                    NetworkConditions.BLACKHOLE))
        .hasMessage("'kill' takes no latency, jitter or bandwidth");
  }
}
