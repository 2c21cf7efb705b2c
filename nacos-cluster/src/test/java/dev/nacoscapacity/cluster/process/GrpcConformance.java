package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ReferenceProcess.Version;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.Tuning;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.Http;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What differs where clients speak gRPC; the rest is {@link RealClusterIT}'s. */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("full")
abstract class GrpcConformance extends Conformance {

  private final ServerVersion version;
  private LocalClusters clusters;
  private Cluster cluster;

  GrpcConformance(ServerVersion version) {
    this.version = version;
  }

  @BeforeAll
  void up(@TempDir Path state) {
    clusters = new LocalClusters(Path.of(".."), state, System.err::println);
    cluster =
        clusters.up(
            Ports.moveToFree(ClusterSpec.of(version, 3))
                .withAuth(true)
                .withAuthCache(true)
                .withTuning(Tuning.PUBLISHED)
                .withHeap("512m")
                .withJvmArg("-XX:TieredStopAtLevel=1"));
  }

  @AfterAll
  void down() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  LocalClusters clusters() {
    return clusters;
  }

  @Override
  Cluster cluster() {
    return cluster;
  }

  @Override
  List<Version> versions() {
    return Version.installed(Version.V2, Version.V3, Version.PYTHON);
  }

  @Test
  @Order(1)
  void shouldSayItsVersion() {
    assertThat(cluster.nodes())
        .extracting(node -> clusters.server(node.name()))
        .containsOnly(version.toString());
  }

  @Test
  @Order(1)
  void shouldAnswerGrpcOnEveryNode() {
    assertThat(cluster.nodes())
        .allMatch(node -> Http2.answers(node.grpc(), TIMEOUT), "answers gRPC");
  }

  @Test
  @Order(1)
  void shouldAcceptOneTokenOnEveryNodeAndRefuseStrangers() {
    AdminClient first = client(cluster.nodes().get(0));
    for (Node node : cluster.nodes()) {
      AdminClient client = client(node);

      AdminClient allowed = client.withToken(first.login("nacos", "nacos"));
      assertThat(allowed.instances("public", "orders")).isEmpty();
      assertRefused(Kind.REFUSED, () -> client.instances("public", "orders"));
      assertRefused(Kind.WRONG_PASSWORD, () -> client.login("nacos", "wrong"));
      assertRefused(Kind.WRONG_PASSWORD, () -> client.login("stranger", "nacos"));
    }
  }

  @Test
  @Order(1)
  void shouldAnswerPrometheus() throws Exception {
    assertThat(get(Http.PROMETHEUS).body()).contains("nacos_monitor", "jvm_threads_live");
  }

  @Test
  @Order(2)
  void shouldBeReadyAgainWhenHealed() {
    cluster.nodes().get(0).kill();
    cluster.nodes().get(1).pause();

    cluster.start();

    awaitAllUp(cluster);
  }
}
