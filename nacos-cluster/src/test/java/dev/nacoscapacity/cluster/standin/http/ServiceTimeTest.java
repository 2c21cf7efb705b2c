package dev.nacoscapacity.cluster.standin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceTimeTest {

  @Test
  void shouldReadThemFromAClustersSettings() {
    assertThat(ServiceTime.of(Map.of("stand-in.service-ms", "20", "stand-in.threads", "4")))
        .isEqualTo(new ServiceTime(Duration.ofMillis(20), 4));
    assertThat(ServiceTime.of(Map.of())).isEqualTo(ServiceTime.NONE);
  }

  @Test
  void shouldRefuseWhatIsNoNumber() {
    assertThatThrownBy(() -> ServiceTime.of(Map.of("stand-in.service-ms", "20ms")))
        .hasMessage("stand-in.service-ms is a number, not '20ms'");
  }
}
