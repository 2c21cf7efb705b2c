package dev.nacoscapacity.simulator.target;

import static dev.nacoscapacity.cluster.ServerVersion.V1_4_1;
import static dev.nacoscapacity.cluster.ServerVersion.V2_2_4;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetsTest {

  private static final ClusterSpec SPEC = ClusterSpec.of(ServerVersion.EMBEDDED, 1);

  @Test
  void shouldRefuseALocalClusterWhoseQuotasWereLifted() {
    StandInCluster lifted = cluster(Ports.moveToFree(SPEC.withCores(0.1)));

    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(() -> Targets.running(lifted, V1_4_1, Optional.empty()))
        .withMessageMatching(".*(run bin/nacos-cluster heal|has no control groups).*");
    assertThat(Targets.running(cluster(SPEC), V1_4_1, Optional.empty()).description().nodeCores())
        .isEmpty();
  }

  @Test
  void shouldGoByTheVersionsOfTheNodesThatRun() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Targets.running(of(V1_4_1), V2_2_4, Optional.empty()))
        .withMessageContainingAll("1.4.1", "--protocol http", "2.2.4");
    assertThat(Targets.running(of(V1_4_1, V2_2_4), V2_2_4, Optional.empty()).nodes()).hasSize(1);
  }

  /** A cluster whose nodes are of these versions, whatever it was started as. */
  private static Cluster of(ServerVersion... versions) {
    Cluster started = cluster(SPEC);
    return new Cluster() {
      @Override
      public ClusterSpec spec() {
        return started.spec();
      }

      @Override
      public List<Node> nodes() {
        return started.nodes();
      }

      @Override
      public List<ServerVersion> versions() {
        return List.of(versions);
      }

      @Override
      public void start() {}

      @Override
      public void close() {}
    };
  }

  /** Not started, so without any control group. */
  private static StandInCluster cluster(ClusterSpec spec) {
    return new StandInCluster(spec, StandInSettings.defaults());
  }
}
