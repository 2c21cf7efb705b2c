package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the nodes of a stand-in answer. */
class ClusterCheckIT {

  private static ClusterSpec spec(int nodes, boolean auth) {
    return ClusterSpec.of(ServerVersion.EMBEDDED, nodes).withAuth(auth);
  }

  private static StandInCluster start(ClusterSpec spec) {
    StandInCluster cluster = new StandInCluster(spec, StandInSettings.defaults().withFreePorts());
    cluster.start();
    return cluster;
  }

  private static List<InetSocketAddress> addresses(StandInCluster cluster) {
    return cluster.nodes().stream().map(Node::http).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldFindNothingWhereTheClusterIsWhatARowAsksFor(boolean auth) {
    try (StandInCluster cluster = start(spec(2, auth))) {
      assertThat(new ClusterCheck(Reach.USUAL).difference(spec(2, auth), addresses(cluster)))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSayWhenAuthIsNotAsARowAsksFor(boolean auth) {
    try (StandInCluster cluster = start(spec(1, auth))) {
      assertThat(new ClusterCheck(Reach.USUAL).difference(spec(1, !auth), addresses(cluster)))
          .hasValueSatisfying(
              why -> assertThat(why).contains("auth is " + (auth ? "on" : "off"), "asks for it"));
    }
  }

  @Test
  void shouldSayWhenTheClusterHasMoreNodesThanARowAsksFor() {
    try (StandInCluster cluster = start(spec(3, false))) {
      assertThat(
              new ClusterCheck(Reach.USUAL)
                  .difference(spec(2, false), addresses(cluster).subList(0, 2)))
          .hasValueSatisfying(
              why -> assertThat(why).contains("has 3 members, and the row asks for 2 nodes"));
    }
  }

  @Test
  void shouldSayWhenANodeDoesNotAnswer() {
    StandInCluster cluster = start(spec(1, false));
    List<InetSocketAddress> addresses = addresses(cluster);
    cluster.close();

    assertThat(new ClusterCheck(Reach.USUAL).difference(spec(1, false), addresses))
        .hasValueSatisfying(why -> assertThat(why).contains("is unreachable"));
  }
}
