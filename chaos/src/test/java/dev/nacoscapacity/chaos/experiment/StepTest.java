package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.proxy.Weather;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepTest {

  @Test
  void shouldSayWhatAFaultOfTheNodeItselfDoesNotTake() {
    assertThatThrownBy(
            () -> new Step(FaultKind.KILL, 1, Which.RANDOM, Duration.ZERO, Weather.BLACKHOLE))
        .hasMessage("'kill' takes no latency, jitter or bandwidth");
  }
}
