package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClustersTest {

  @TempDir private Path temp;

  @Test
  void shouldStartNoNodeOfAClusterThatWasTakenDownMeanwhile() {
    StateFolder state = new StateFolder(temp.resolve("state"));
    state.clear();
    state.record(new Recorded(ClusterSpec.of(ServerVersion.V1_4_1, 3), 10, "17", "2026-01-01"));
    Cluster cluster = new LocalClusters(temp, state.path(), line -> {}).find().orElseThrow();
    state.forget();

    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(() -> cluster.nodes().get(0).start())
        .withMessageContaining("taken down meanwhile");
  }
}
