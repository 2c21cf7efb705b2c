package dev.nacoscapacity.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSpecTest {

  private static final ClusterSpec REAL = ClusterSpec.of(ServerVersion.V1_4_1, 5);

  @Test
  void shouldUseSingularAndPluralOfNodes() {
    assertThat(ClusterSpec.counted(1)).isEqualTo("1 node");
    assertThat(ClusterSpec.counted(3)).isEqualTo("3 nodes");
  }

  @Test
  void shouldSpacePortsTenApart() {
    assertThat(REAL.port(0)).isEqualTo(8848);
    assertThat(REAL.port(4)).isEqualTo(8888);
  }

  @Test
  void shouldKeepWhatWasSetWhenAnotherThingIsSet() {
    ClusterSpec spec =
        REAL.withAuth(true)
            .withHeap("2g")
            .withSetting("a", "1")
            .withSetting("b", "2")
            .withJvmArg("-Xint")
            .withBasePort(9848);

    assertThat(spec.auth()).isTrue();
    assertThat(spec.heap()).isEqualTo("2g");
    assertThat(spec.settings()).containsEntry("a", "1").containsEntry("b", "2");
    assertThat(spec.jvmArgs()).containsExactly("-Xint");
    assertThat(spec.port(1)).isEqualTo(9858);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "768", "0m", "-1g", "768mb", "99999999999999999999g"})
  void shouldRefuseHeapWhenItIsNoSize(String heap) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> REAL.withHeap(heap))
        .withMessageContaining("768m");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 51})
  void shouldRefuseNodesWhenOutOfRange(int nodes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterSpec.of(ServerVersion.EMBEDDED, nodes))
        .withMessageContaining("1 to 50");
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 64495, 70000})
  void shouldRefuseBasePortWhenDerivedPortsDoNotFit(int port) {
    assertThatIllegalArgumentException().isThrownBy(() -> REAL.withBasePort(port));
  }

  @Test
  void shouldRefuseAuthCacheWhenAuthIsOff() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterSpec.of(ServerVersion.EMBEDDED, 1).withAuthCache(true))
        .withMessageContaining("--auth");
  }

  @Test
  void shouldSpeakEachVersionsLanguageWhenTheTuningIsPublished() {
    ClusterSpec newer = ClusterSpec.of(ServerVersion.V2_2_4, 1).withTuning(Tuning.PUBLISHED);

    assertThat(REAL.withTuning(Tuning.PUBLISHED).settings())
        .containsEntry("server.tomcat.max-threads", "4000")
        .containsEntry("server.tomcat.min-spare-threads", "200");
    assertThat(newer.settings())
        .containsEntry("server.tomcat.threads.max", "4000")
        .containsEntry("server.tomcat.threads.min-spare", "200");
    assertThat(newer.jvmArgs()).contains("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100");
    assertThat(REAL.withTuning(Tuning.DEFAULT)).isEqualTo(REAL);
  }

  @Test
  void shouldLetLaterSettingsWinOverATuning() {
    assertThat(
            REAL.withTuning(Tuning.PUBLISHED)
                .withSetting("server.tomcat.max-threads", "400")
                .settings())
        .containsEntry("server.tomcat.max-threads", "400")
        .containsEntry("nacos.core.auth.caching.enabled", "true");
  }

  @Test
  void shouldGiveNodesAddressesThatNeverLeaveThisMachine() {
    assertThat(REAL.host(2)).isEqualTo("127.0.0.1");
    assertThat(REAL.withNetworkPerNode(true).host(2)).isEqualTo("169.254.49.3");
    assertThat(REAL.withNetworkPerNode(true).withBasePort(8849).host(0)).isEqualTo("169.254.50.1");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.09, 257, Double.NaN})
  void shouldRefuseProcessorsOfANodeWhenOutOfRange(double cpus) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> REAL.withCores(cpus))
        .withMessageContaining("0.1 to 256");
    assertThat(REAL.withCores(0.1).withHeap("2g").cores()).contains(0.1);
  }
}
