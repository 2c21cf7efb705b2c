package dev.nacoscapacity.cluster.standin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.registry.ManualLoop;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServiceTimeLimiterTest {

  private final ManualLoop time = new ManualLoop();
  private ServiceTimeLimiter station = new ServiceTimeLimiter(time, ServiceTime.NONE);
  private int served;

  private void arrive(int requests) {
    for (int i = 0; i < requests; i++) {
      station.serve(() -> served++);
    }
  }

  @Test
  void shouldServeAtOnceWhenThereAreNoLimits() {
    arrive(3);

    assertThat(served).isEqualTo(3);
  }

  @Test
  void shouldServeThreadsAtATimeWhenMoreArrive() {
    station = new ServiceTimeLimiter(time, new ServiceTime(Duration.ofMillis(100), 2));
    arrive(5);

    assertThat(served).isZero();
    time.passSeconds(0.1);
    assertThat(served).isEqualTo(2);
    time.passSeconds(0.1);
    assertThat(served).isEqualTo(4);
    time.passSeconds(0.1);
    assertThat(served).isEqualTo(5);
  }

  @Test
  void shouldKeepMicrosecondsWhenServiceTimeIsShort() {
    station = new ServiceTimeLimiter(time, new ServiceTime(Duration.ofNanos(250_000), 1));
    arrive(10_000);

    time.passSeconds(1);

    assertThat(served).isEqualTo(4_000);
  }
}
