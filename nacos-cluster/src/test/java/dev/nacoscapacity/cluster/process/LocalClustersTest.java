package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LocalClustersTest {

  @TempDir private Path temp;

  static Stream<ClusterSpec> kinds() {
    return Stream.of(
        ClusterSpec.of(ServerVersion.V1_4_1, 3),
        ClusterSpec.of(ServerVersion.EMBEDDED, 3).withProcessPerNode(true));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldStartNoNodeOfAClusterThatWasTakenDownMeanwhile(ClusterSpec spec) {
    StateFolder state = new StateFolder(temp.resolve("state"));
    state.clear();
    state.record(StateFolder.Recorded.now(spec));
    Cluster cluster = new LocalClusters(temp, state.path(), line -> {}).find().orElseThrow();
    state.forget();

    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(() -> cluster.nodes().get(0).start())
        .withMessageContaining("taken down meanwhile");
  }
}
