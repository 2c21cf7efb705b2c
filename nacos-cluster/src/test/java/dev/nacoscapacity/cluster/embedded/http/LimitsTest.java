package dev.nacoscapacity.cluster.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitsTest {

  @Test
  void shouldReadThemFromAClustersSettings() {
    assertThat(Limits.of(Map.of("stand-in.service-ms", "20", "stand-in.threads", "4")))
        .isEqualTo(new Limits(Duration.ofMillis(20), 4));
    assertThat(Limits.of(Map.of())).isEqualTo(Limits.NONE);
  }

  @Test
  void shouldRefuseWhatAStandInDoesNotKnow() {
    assertThatThrownBy(() -> Limits.of(Map.of("server.tomcat.max-threads", "4")))
        .hasMessage(
            "a stand-in has no setting 'server.tomcat.max-threads', only stand-in.service-ms and"
                + " stand-in.threads");
    assertThatThrownBy(() -> Limits.of(Map.of("stand-in.service-ms", "20ms")))
        .hasMessage("stand-in.service-ms is a number, not '20ms'");
  }
}
