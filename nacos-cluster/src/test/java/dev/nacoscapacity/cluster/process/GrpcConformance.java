package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ReferenceProcess.Version;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.Tuning;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
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

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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
  void shouldListenOnLoopbackOnly() throws IOException {
    for (Node node : cluster.nodes()) {
      int port = node.http().getPort();

      assertThat(Listening.of(node.pid().getAsLong()))
          .containsExactlyInAnyOrder(
              "loopback:" + port,
              "loopback:" + Raft.port(port),
              "loopback:" + GrpcPorts.client(port),
              "loopback:" + GrpcPorts.member(port));
    }
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
  void shouldRefuseWhoeverCallsHimselfNacosServer() throws Exception {
    assertThat(get(Http.SERVICE_LIST + "?pageNo=1&pageSize=1").statusCode()).isEqualTo(403);
  }

  @Test
  @Order(1)
  void shouldAnswerPrometheus() throws Exception {
    assertThat(get(Http.PROMETHEUS).body()).contains("nacos_monitor", "jvm_threads_live");
  }

  @Test
  @Order(1)
  void shouldRegisterAnInstanceThatEveryNodeComesToKnow() {
    AdminClient first = authorized(cluster.nodes().get(0));

    for (Node node : cluster.nodes()) {
      AdminClient client = authorized(node);
      await()
          .atMost(PATIENCE)
          .ignoreException(AdminException.class)
          .untilAsserted(
              () -> {
                // It sends no beats, and would be gone after 30 s.
                first.register("capacity", "orders", "10.0.0.1", 80);
                assertThat(client.instances("capacity", "orders"))
                    .extracting(instance -> instance.ip())
                    .containsExactly("10.0.0.1");
                assertThat(client.metrics().instances()).isOne();
              });
    }
    first.deregister("capacity", "orders", "10.0.0.1", 80);
  }

  @Test
  @Order(2)
  void shouldBeReadyAgainWhenHealed() {
    cluster.nodes().get(0).kill();
    cluster.nodes().get(1).pause();

    cluster.start();

    RealClusterIT.awaitAllUp(cluster);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + cluster.spec().basePort() + path))
                .header("User-Agent", "Nacos-Server")
                .build(),
            BodyHandlers.ofString());
  }

  private static void assertRefused(Kind kind, Runnable call) {
    assertThatExceptionOfType(AdminException.class)
        .isThrownBy(call::run)
        .matches(refusal -> refusal.kind() == kind, "is " + kind);
  }

  private static AdminClient client(Node node) {
    return AdminClient.of(node.http(), TIMEOUT);
  }

  private static AdminClient authorized(Node node) {
    AdminClient client = client(node);
    return client.withToken(client.login("nacos", "nacos"));
  }
}
