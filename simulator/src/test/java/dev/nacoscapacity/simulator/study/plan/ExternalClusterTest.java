package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.cli.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class ExternalClusterTest {

  private static final ClusterSpec TWO = ClusterSpec.of(ServerVersion.V2_2_4, 2);
  private static final ExternalCluster HERE =
      cluster(new InetSocketAddress("127.0.0.1", 1), new InetSocketAddress("127.0.0.1", 2));

  private static ExternalCluster cluster(InetSocketAddress... nodes) {
    return new ExternalCluster(List.of(nodes), Reach.USUAL);
  }

  private static Plan plan(ClusterSpec... clusters) {
    return new Plan(
        "?",
        Stream.of(clusters)
            .map(
                each ->
                    new PlanRow(
                        "a", null, each, Map.of("instances", "9"), Map.of(), Map.of(), null))
            .toList());
  }

  @Test
  void shouldTakeRowsOfOneClusterWithAllOfItsNodes() {
    assertThatCode(() -> HERE.require(plan(TWO, TWO), false)).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseRowsOfDifferentClustersByWhatDiffers() {
    Plan mixed = plan(TWO, TWO, TWO.withHeap("2g"));

    assertThatThrownBy(() -> HERE.require(mixed, true))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("row 3 asks for heap 2g where row 1 asks for 768m");
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void shouldRefuseARowOfOtherThanTheNamedNodes(int nodes) {
    Plan other = plan(ClusterSpec.of(ServerVersion.V2_2_4, nodes));

    assertThatThrownBy(() -> HERE.require(other, true))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--target names 2 nodes, and row 1 asks for " + nodes);
  }

  @Test
  void shouldNotTouchAClusterOnOtherMachinesUnlessThatIsMeant() {
    Plan plan = plan(ClusterSpec.of(ServerVersion.V2_2_4, 1));
    ExternalCluster other = cluster(new InetSocketAddress("192.0.2.1", 8848));

    assertThatThrownBy(() -> other.require(plan, false))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("-- --yes");
    assertThatCode(() -> other.require(plan, true)).doesNotThrowAnyException();
  }

  /** A plan names a release, and stands for the versions that are run like it. */
  @ParameterizedTest
  @CsvSource({
    "2.2.4,      true",
    "2.3.2,      true",
    "2.2.4-BETA, true",
    "2.0.4,      false",
    "2.5.0,      false",
    "unknown,    false"
  })
  void shouldTakeTheVersionsThatARowMeans(String version, boolean taken) throws IOException {
    HttpServer node = node("{\"data\":[{\"extendInfo\":{\"version\":\"" + version + "\"}}]}");
    try {
      ClusterSpec one = ClusterSpec.of(ServerVersion.V2_2_4, 1);
      if (taken) {
        assertThat(cluster(node.getAddress()).check(one)).doesNotContain("version");
      } else {
        assertThatThrownBy(() -> cluster(node.getAddress()).check(one))
            .isInstanceOf(UsageException.class)
            .hasMessageContainingAll("row 1 asks for version 2.2.4", version);
      }
    } finally {
      node.stop(0);
    }
  }

  @Test
  void shouldTakeTheVersionAndTheNodesAsThePlanSaysThemWhenTheyAreHidden() throws IOException {
    HttpServer node = node("");
    try {
      assertThat(cluster(node.getAddress()).check(ClusterSpec.of(ServerVersion.V2_2_4, 1)))
          .endsWith(": version 2.2.4, nodes 1, auth-cache off, heap 768m.");
    } finally {
      node.stop(0);
    }
  }

  /**
   * A node without auth.
   *
   * @param members what it answers about them; refused when empty
   */
  private static HttpServer node(String members) throws IOException {
    HttpServer node =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    node.createContext(
        "/",
        exchange -> {
          boolean asked = exchange.getRequestURI().getPath().equals(Http.CLUSTER_NODES);
          byte[] body = (asked ? members : "{\"hosts\":[]}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(
              body.length == 0 ? 403 : 200, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    node.start();
    return node;
  }
}
