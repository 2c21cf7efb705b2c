package dev.nacoscapacity.cluster.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.standin.http.V1Support;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandInSettingsTest {

  @Test
  void shouldReadAClustersSettings() {
    StandInSettings settings = StandInSettings.of(Map.of("stand-in.v1", "removed"));

    assertThat(settings.v1()).isEqualTo(V1Support.REMOVED);
    assertThat(StandInSettings.of(Map.of()).v1()).isEqualTo(V1Support.FULL);
  }

  @Test
  void shouldRefuseWhatAStandInDoesNotKnow() {
    assertThatThrownBy(() -> StandInSettings.of(Map.of("server.tomcat.max-threads", "4")))
        .hasMessage("a stand-in has no setting 'server.tomcat.max-threads', only stand-in.v1");
    assertThatThrownBy(() -> StandInSettings.of(Map.of("stand-in.v1", "on")))
        .hasMessage("stand-in.v1 is one of full, clients, off, removed, not 'on'");
  }
}
