package dev.nacoscapacity.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import dev.nacoscapacity.cluster.embedded.EmbeddedSettings;
import org.junit.jupiter.api.Test;

class TargetsTest {

  private static final ClusterSpec SPEC =
      ClusterSpec.of(ServerVersion.EMBEDDED, 1).withProcessPerNode(true);

  @Test
  void shouldRefuseALocalClusterWhoseNodesHaveMoreThanItsRecordSays() {
    EmbeddedCluster lifted = cluster(Ports.moveToFree(SPEC.withNodeCpus(0.1)));

    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(() -> Targets.running(lifted, null))
        .withMessageMatching(".*(run bin/nacos-cluster heal|has no control groups).*");
    assertThat(Targets.running(cluster(SPEC), null).description().nodeCpus()).isNull();
  }

  /** Not started, so without any control group. */
  private static EmbeddedCluster cluster(ClusterSpec spec) {
    return new EmbeddedCluster(spec, EmbeddedSettings.defaults());
  }
}
