package dev.nacoscapacity.chaos.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ServerVersion;
import org.junit.jupiter.api.Test;

class VersionChangeTest {

  @Test
  void shouldKnowThatOldNodesCannotBeReplacedByThoseOf2_2NorTheOtherWayRound() {
    assertThat(new VersionChange(ServerVersion.V1_4_1, ServerVersion.V2_2_4).supported()).isFalse();
    assertThat(new VersionChange(ServerVersion.V2_2_4, ServerVersion.V1_4_1).supported()).isFalse();
  }

  @Test
  void shouldBeFromOneServerToAnother() {
    assertThatThrownBy(() -> new VersionChange(ServerVersion.V1_4_1, ServerVersion.EMBEDDED))
        .hasMessage("the stand-in is no version of the server");
    assertThatThrownBy(() -> new VersionChange(ServerVersion.V1_4_1, ServerVersion.V1_4_1))
        .hasMessage("1.4.1 is upgraded to another version");
  }
}
