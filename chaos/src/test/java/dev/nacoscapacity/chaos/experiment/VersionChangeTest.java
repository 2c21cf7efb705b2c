package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ServerVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionChangeTest {

  @ParameterizedTest
  @CsvSource({
    "1.4.1, 2.0.4, true",
    "2.0.4, 1.4.1, true",
    "2.0.4, 2.2.4, true",
    "2.2.4, 2.5.0, true",
    "2.2.4, 3.1.0, true",
    "1.4.1, 2.2.4, false",
    "2.2.4, 1.4.1, false",
    "2.2.4, 2.0.4, false",
    "3.1.0, 2.5.0, false"
  })
  void shouldKnowThePathsThatNacosSupports(String from, String to, boolean supported) {
    VersionChange versions = new VersionChange(ServerVersion.of(from), ServerVersion.of(to), false);

    assertThat(versions.supported()).isEqualTo(supported);
  }

  @Test
  void shouldMoveClientsToTheProtocolOfTheOtherVersion() {
    assertThat(new VersionChange(ServerVersion.V1_4_1, ServerVersion.V2_2_4, true).grpcShare())
        .isOne();
    assertThat(new VersionChange(ServerVersion.V2_2_4, ServerVersion.V1_4_1, true).grpcShare())
        .isZero();
  }

  @Test
  void shouldRefuseAChangeToTheSameVersionOrTheStandIn() {
    assertThatThrownBy(() -> new VersionChange(ServerVersion.V1_4_1, ServerVersion.EMBEDDED, false))
        .hasMessageContaining("stand-in");
    assertThatThrownBy(() -> new VersionChange(ServerVersion.V1_4_1, ServerVersion.V1_4_1, false))
        .hasMessageContaining("another version");
  }
}
