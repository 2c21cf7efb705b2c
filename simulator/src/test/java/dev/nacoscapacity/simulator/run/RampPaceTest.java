package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RampPaceTest {

  @Test
  void shouldRampAtTheRegistrysMaximumByDefault() {
    RampPace pace = new RampPace(35_000, Duration.ZERO, 2000);

    assertThat(pace.rampAtLeast()).isEqualTo(Duration.ofMillis(17_501));
    assertThat(pace.teardownAtLeast()).isEqualTo(pace.rampAtLeast());
    assertThat(pace.registrationsPerSecond()).isBetween(1999.0, 2000.0);
  }

  @Test
  void shouldLeaveWithinTheExpiryWhenTheRampIsLonger() {
    RampPace pace = new RampPace(1000, Duration.ofMinutes(10), 2000);

    assertThat(pace.rampAtLeast()).isEqualTo(Duration.ofMinutes(10));
    assertThat(pace.teardownAtLeast()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void shouldLeaveAsSlowlyAsItCame() {
    assertThat(new RampPace(1000, Duration.ofSeconds(20), 2000).teardownAtLeast())
        .isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void shouldRampFasterWhenNobodyNeedsToBeSpared() {
    RampPace pace = new RampPace(1_000_000, Duration.ZERO, 50_000);

    assertThat(pace.rampAtLeast()).isEqualTo(Duration.ofMillis(20_001));
  }
}
