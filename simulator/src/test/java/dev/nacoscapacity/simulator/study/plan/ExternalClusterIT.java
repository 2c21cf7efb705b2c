package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.core.cli.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the nodes of a stand-in answer. */
class ExternalClusterIT {

  private static ClusterSpec spec(int nodes, boolean auth) {
    return ClusterSpec.of(ServerVersion.EMBEDDED, nodes).withAuth(auth);
  }

  private static StandInCluster start(ClusterSpec spec) {
    StandInCluster cluster = new StandInCluster(spec, StandInSettings.defaults().withFreePorts());
    cluster.start();
    return cluster;
  }

  private static ExternalCluster external(StandInCluster cluster) {
    return new ExternalCluster(cluster.nodes().stream().map(Node::http).toList(), Reach.USUAL);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTellOnlyWhatNoNodeShowsWhenTheClusterIsWhatARowAsksFor(boolean auth) {
    try (StandInCluster cluster = start(spec(2, auth))) {
      assertThat(external(cluster).check(spec(2, auth).withHeap("2g")))
          .endsWith(": auth-cache off, heap 2g.");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "embedded, 2, false, nodes 2, 1",
    "embedded, 1, true, auth on, off",
    "2.2.4, 1, false, version 2.2.4, embedded"
  })
  void shouldSayHowANodeDiffersFromARow(
      String version, int nodes, boolean auth, String requested, String found) {
    ClusterSpec row = ClusterSpec.of(ServerVersion.of(version), nodes).withAuth(auth);
    try (StandInCluster cluster = start(spec(1, false))) {
      assertThatThrownBy(() -> external(cluster).check(row))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll("row 1 asks for " + requested, "has " + found);
    }
  }

  @Test
  void shouldNotRunWhenANodeDoesNotAnswer() {
    StandInCluster cluster = start(spec(1, false));
    ExternalCluster external = external(cluster);
    cluster.close();

    assertThatThrownBy(() -> external.check(spec(1, false))).isInstanceOf(AdminException.class);
  }
}
