package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.auth.StandInAccount;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LocalClustersTest {

  @TempDir private Path temp;
  private StateFolder state;

  @BeforeEach
  void create() {
    state = new StateFolder(temp.resolve("state"));
    state.clear();
  }

  static Stream<ClusterSpec> kinds() {
    return Stream.of(
        ClusterSpec.of(ServerVersion.V1_4_1, 3), ClusterSpec.of(ServerVersion.EMBEDDED, 3));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldStartNoNodeOfAClusterThatWasTakenDownMeanwhile(ClusterSpec spec) {
    state.record(StateFolder.ClusterRecord.now(spec));
    Cluster cluster = cluster();
    state.forget();

    assertFails(() -> cluster.nodes().get(0).start(), "taken down meanwhile");
  }

  @Test
  void shouldLetOneExperimentAtATimeBreakNodes() throws IOException {
    LocalClusters clusters = new LocalClusters(temp, state.path(), line -> {});

    try (FileChannel claim = clusters.claimNodes()) {
      assertFails(clusters::claimNodes, "an experiment is running here");
    }
    clusters.claimNodes().close();
  }

  @Test
  void shouldRefuseNodesOfMoreCoresThanTheMachineHasWhenTimeMayNotBeSlowed() {
    int here = Runtime.getRuntime().availableProcessors();

    assertFails(
        () ->
            new LocalClusters(temp, state.path(), line -> {})
                .up(ClusterSpec.of(ServerVersion.V1_4_1, 1).withCores(here + 0.5).withDilation(1)),
        "--time-dilation",
        "machine of " + here);
  }

  @Test
  void shouldCallAClusterByTheVersionThatEveryNodeHasByNow() throws IOException {
    ClusterSpec spec = ClusterSpec.of(ServerVersion.V1_4_1, 2);
    ProcessCluster.prepare(spec, state);
    state.record(StateFolder.ClusterRecord.now(spec));

    cluster().nodes().get(0).install(ServerVersion.V2_2_4);

    assertThat(cluster().spec().version()).isEqualTo(ServerVersion.V1_4_1);
    assertThat(cluster().versions()).containsExactly(ServerVersion.V1_4_1, ServerVersion.V2_2_4);

    cluster().nodes().get(1).install(ServerVersion.V2_2_4);

    assertThat(cluster().spec().version()).isEqualTo(ServerVersion.V2_2_4);
    assertThat(cluster().versions()).containsExactly(ServerVersion.V2_2_4);
  }

  @Test
  void shouldGiveAStandInNoOtherVersion() {
    ClusterSpec spec = ClusterSpec.of(ServerVersion.EMBEDDED, 2);
    state.record(StateFolder.ClusterRecord.now(spec));
    Node node = cluster().nodes().get(0);

    assertThat(node.version()).isEqualTo(ServerVersion.EMBEDDED);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> node.install(ServerVersion.V2_2_4))
        .withMessageContaining("only a real server");
  }

  @Test
  @Timeout(60)
  void shouldAwaitAStandInWithItsOwnPasswordWhateverTheEnvironmentSays() throws IOException {
    ClusterSpec spec = Ports.moveToFree(ClusterSpec.of(ServerVersion.EMBEDDED, 1).withAuth(true));
    StandInAccount own = new StandInAccount("nacos", "its own", TokenKey.random());
    state.record(StateFolder.ClusterRecord.now(spec));
    state.keepPassword("its own");
    recordThisProcess();

    try (StandInCluster nodes =
        new StandInCluster(spec, StandInSettings.defaults().withCredentials(own))) {
      nodes.start();
      Cluster cluster = cluster();

      assertThatCode(cluster::start).doesNotThrowAnyException();
    }
  }

  /** As the one that runs the stand-in's node. */
  private void recordThisProcess() throws IOException {
    ProcessTable.Identity self =
        ProcessTable.SYSTEM.identify(ProcessHandle.current().pid()).orElseThrow();
    Path folder = Files.createDirectories(state.node("node1"));
    Files.writeString(folder.resolve("pid"), self.pid() + " " + self.startTicks());
  }

  private Cluster cluster() {
    return new LocalClusters(temp, state.path(), line -> {}).find().orElseThrow();
  }
}
