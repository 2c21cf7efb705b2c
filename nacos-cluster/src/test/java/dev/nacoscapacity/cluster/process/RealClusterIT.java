package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ReferenceProcess.Version;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.admin.Login;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** One real cluster of three nodes for all tests, since starting it is most of the time. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("full")
class RealClusterIT extends Conformance {

  @TempDir private static Path state;
  private static LocalClusters clusters;
  private static Cluster cluster;

  @BeforeAll
  static void up() {
    clusters = new LocalClusters(Path.of(".."), state, System.err::println);
    cluster =
        clusters.up(
            Ports.moveToFree(ClusterSpec.of(ServerVersion.V1_4_1, 3))
                .withAuth(true)
                .withAuthCache(true)
                .withHeap("512m")
                .withSetting("nacos.core.auth.default.token.expire.seconds", "1234")
                .withJvmArg("-XX:TieredStopAtLevel=1"));
  }

  @AfterAll
  static void down() {
    clusters.find().ifPresent(Cluster::close);
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
    return Version.installed(Version.V1);
  }

  @Test
  @Order(1)
  void shouldBeFoundByAnotherCommandWhenItRuns() {
    Cluster runningCluster =
        new LocalClusters(Path.of(".."), state, message -> {}).find().orElseThrow();

    assertThat(runningCluster.spec()).isEqualTo(cluster.spec());
    awaitAllUp(runningCluster);
    assertThat(runningCluster.nodes().get(0).pid()).isEqualTo(cluster.nodes().get(0).pid());
  }

  @Test
  @Order(1)
  void shouldRefuseSecondClusterWhenOneRuns() {
    assertFails(() -> clusters.up(cluster.spec()), "runs already");
  }

  @Test
  @Order(1)
  void shouldAcceptTokenOnEveryNodeAndRefuseCallsWithoutOne() {
    AdminClient first = client(cluster.nodes().get(0));
    for (Node node : cluster.nodes()) {
      AdminClient client = client(node);

      assertThat(client.withToken(first.login("nacos", "nacos")).listing("public").services())
          .isEmpty();
      assertRefused(Kind.REFUSED, () -> client.listing("public").services());
      assertRefused(Kind.WRONG_PASSWORD, () -> client.login("nacos", "wrong"));
    }
  }

  @Test
  @Order(1)
  void shouldRefuseWithTheTokenCacheWhatTheServerRefuses() throws Exception {
    Node node = cluster.nodes().get(0);
    TokenForge forge = new TokenForge(state.resolve(node.name()));
    String brief = forge.token(Duration.ofSeconds(25));
    accept(node, brief);
    String good = forge.token(Duration.ofHours(1));
    accept(node, good);
    accept(node, good);
    long remembered = remembered(node);

    String stranger = forge.token("stranger", Duration.ofHours(1));
    refuse(node, stranger);
    refuse(node, stranger);
    refuse(node, good.substring(0, good.length() - 3) + "AAA");
    refuse(node, forge.token(Duration.ofSeconds(-1)));
    for (int i = 0; i < 300; i++) {
      refuse(node, forge.token(Duration.ofHours(1).plusSeconds(i)) + "A");
    }

    // The stranger's was verified, and then found to have no rights.
    assertThat(remembered(node)).isLessThanOrEqualTo(remembered + 1);
    await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> refuse(node, brief));
    accept(node, good);
  }

  @Test
  @Order(1)
  void shouldPassSettingsAndJvmArgumentsOn() throws IOException {
    Node node = cluster.nodes().get(0);

    assertThat(client(node).login("nacos", "nacos").ttl()).isEqualTo(Duration.ofSeconds(1234));
    assertThat(Files.readString(Path.of("/proc/" + node.pid().getAsLong() + "/cmdline")))
        .contains("-Xmx512m", "-XX:TieredStopAtLevel=1")
        .doesNotContain("secret");
  }

  @Test
  @Order(2)
  void shouldBePausedUntilResumed() {
    Node node = cluster.nodes().get(1);

    node.pause();
    await().atMost(PATIENCE).until(() -> node.state() == NodeState.PAUSED);
    assertThat(node.pid()).isPresent();

    node.resume();
    await().atMost(PATIENCE).until(() -> node.state() == NodeState.UP);
  }

  @Test
  @Order(3)
  void shouldBeDownWhenKilledAndUpWhenStartedAgain() {
    Node node = cluster.nodes().get(2);
    OptionalLong before = node.pid();

    node.kill();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
    assertThat(node.pid()).isEmpty();
    assertThat(ProcessTable.SYSTEM.identify(before.getAsLong())).isEmpty();

    // As a cluster does: a start that fails for lack of CPU succeeds when tried again.
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              node.start();
              return node.state() == NodeState.UP;
            });
    assertThat(node.pid()).isNotEqualTo(before);
  }

  @Test
  @Order(4)
  void shouldBeReadyAgainWhenHealed() {
    cluster.nodes().get(0).pause();
    cluster.nodes().get(1).kill();

    clusters.find().orElseThrow().start();

    awaitAllUp(cluster);
  }

  @Test
  @Order(21)
  void shouldLeaveNoProcessWhenTakenDown() {
    List<Long> pids = cluster.nodes().stream().map(node -> node.pid().getAsLong()).toList();

    clusters.find().orElseThrow().close();

    assertThat(pids).allMatch(pid -> ProcessTable.SYSTEM.identify(pid).isEmpty());
    assertThat(clusters.find()).isEmpty();
    assertThat(clusters.log("node1")).exists();
  }

  private static void accept(Node node, String token) {
    client(node).withToken(new Login(token, Duration.ZERO)).instances("public", "orders");
  }

  private static void refuse(Node node, String token) {
    assertRefused(Kind.REFUSED, () -> accept(node, token));
  }

  /** How many tokens the cache holds, at least one. */
  private static long remembered(Node node) {
    // jcmd tells nothing when a busy server does not let it in in time.
    return await().atMost(PATIENCE).until(() -> countedInHeap(node), count -> count > 0);
  }

  private static long countedInHeap(Node node) throws IOException {
    Process histogram =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(node.pid().getAsLong()),
                "GC.class_histogram")
            .start();
    try (BufferedReader lines = histogram.inputReader()) {
      return lines
          .lines()
          .map(String::strip)
          .filter(line -> line.endsWith("VerifiedTokens$VerifiedToken"))
          .mapToLong(line -> Long.parseLong(line.split(" +")[1]))
          .sum();
    }
  }
}
