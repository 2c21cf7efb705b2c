package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.protocol.Http;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Starts with commands that are no servers. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ProcessClusterIT {

  private static final ClusterSpec SPEC = ClusterSpec.of(ServerVersion.V1_4_1, 2);

  @TempDir private Path folder;
  private final List<String> progress = new ArrayList<>();
  private InetSocketAddress nowhere;
  private boolean answers;

  /** For how many answers the node lists another one, which is down. */
  private int anotherIsDownFor;

  private HttpServer http;

  @BeforeEach
  void findPort() {
    nowhere = new InetSocketAddress("127.0.0.1", Ports.moveToFree(SPEC).basePort());
  }

  @AfterEach
  void stop() {
    if (http != null) {
      http.stop(0);
    }
  }

  @Test
  void shouldGiveUpAndLeaveNothingWhenANodeExitsAgainAndAgain() throws IOException {
    Cluster cluster = cluster(List.of("sleep", "60"), List.of("false"));

    assertFails(cluster::start, "node2 ended 4 times while starting: see");
    assertThat(progress).filteredOn("starting node2"::equals).hasSize(4);
    assertThat(cluster.nodes()).extracting(Node::state).containsOnly(NodeState.DOWN);
  }

  @Test
  void shouldStartANodeAgainThatGaveUpStartingAndLivesOn() throws IOException {
    Cluster cluster =
        cluster(
            List.of("sleep", "60"),
            List.of("sh", "-c", "echo Nacos failed to start, please see; exec sleep 60"));

    assertFails(cluster::start, "node2 ended 4 times while starting: see");
    assertThat(progress).filteredOn("starting node2"::equals).hasSize(4);
    assertThat(cluster.nodes()).extracting(Node::pid).containsOnly(OptionalLong.empty());
  }

  @Test
  void shouldStopAndLeaveNothingWhenInterrupted() throws Exception {
    Cluster cluster = cluster(List.of("sleep", "60"), List.of("sleep", "60"));
    List<RuntimeException> failure = new ArrayList<>();
    Thread starter =
        new Thread(
            () -> {
              try {
                cluster.start();
              } catch (RuntimeException e) {
                failure.add(e);
              }
            });
    starter.start();
    await().atMost(Duration.ofSeconds(60)).until(() -> cluster.nodes().get(0).pid().isPresent());

    starter.interrupt();
    starter.join();

    assertThat(failure).singleElement().isInstanceOf(ClusterException.class);
    assertThat(cluster.nodes()).extracting(Node::state).containsOnly(NodeState.DOWN);
  }

  @Test
  void shouldReturnToTheVersionBeforeWhenANodeDidNotComeThroughAsAnother() throws IOException {
    InstalledServer server = upgraded();

    try (Cluster cluster = cluster(server)) {
      cluster.start();

      assertThat(cluster.versions()).containsExactly(ServerVersion.V1_4_1);
      assertThat(cluster.nodes().get(0).pid()).isPresent();
    }
    assertThat(progress)
        .first()
        .asString()
        .startsWith("node1 did not come through as 2.2.4, and is 1.4.1 again")
        .endsWith("what 2.2.4 left is in " + server.home().resolve("failed-2.2.4-1"));
  }

  @Test
  void shouldKeepTheNewVersionWhenEveryNodeIsAMemberWithIt() throws IOException {
    InstalledServer server = upgraded();
    answers = true;

    try (Cluster cluster = cluster(server)) {
      cluster.start();

      assertThat(cluster.versions()).containsExactly(ServerVersion.V2_2_4);
    }
    assertThat(server.unsettled()).isFalse();
  }

  @Test
  void shouldKeepTheNewVersionOfAMemberWhenAnotherNodeIsDown() throws IOException {
    InstalledServer server = upgraded();
    answers = true;
    anotherIsDownFor = 2;

    try (Cluster cluster = cluster(server)) {
      cluster.start();

      assertThat(cluster.versions()).containsExactly(ServerVersion.V2_2_4);
    }
    assertThat(anotherIsDownFor).isZero();
    assertThat(server.unsettled()).isFalse();
  }

  @Test
  void shouldLeaveAnUpgradedNodeAloneWhenItIsInterruptedWhileItLooks() throws Exception {
    Process running = new ProcessBuilder("sleep", "60").start();
    InstalledServer server = upgraded();
    ProcessTable.Identity process = ProcessTable.SYSTEM.identify(running.pid()).orElseThrow();
    Files.writeString(server.home().resolve("pid"), process.pid() + " " + process.startTicks());
    Cluster cluster = cluster(server);
    try {
      Thread.currentThread().interrupt();

      assertFails(cluster::start, "interrupted");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(running.isAlive()).isTrue();
      assertThat(server.unsettled()).isTrue();
      assertThat(server.version()).isEqualTo(ServerVersion.V2_2_4);
    } finally {
      // Whatever the test found, later tests of this thread are not interrupted.
      Thread.interrupted();
      running.destroyForcibly();
    }
  }

  private InstalledServer upgraded() throws IOException {
    InstalledServer server =
        new InstalledServer(SPEC, 0, Files.createDirectories(folder.resolve("node1")));
    server.create(Secrets.random());
    server.install(ServerVersion.V2_2_4);
    return server;
  }

  /** Of one node, which is no member as 2.2.4 unless it answers so, and else serves well. */
  private Cluster cluster(InstalledServer server) throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", exchange -> answer(exchange, server));
    http.start();
    return new ProcessCluster(
        SPEC,
        new StateFolder(folder),
        List.of(node("node1", List.of("sleep", "60"), Optional.of(server))),
        new Readiness(
            List.of(AdminClient.of(http.getAddress(), Duration.ofSeconds(30))),
            List::of,
            Optional.empty(),
            true),
        () -> {},
        progress::add);
  }

  private void answer(HttpExchange exchange, InstalledServer server) throws IOException {
    boolean up = answers || server.version() == ServerVersion.V1_4_1;
    String path = exchange.getRequestURI().getPath();
    String body =
        path.equals(Http.CLUSTER_NODES)
            ? "{\"data\":[{\"address\":\"127.0.0.1:%d\",\"state\":\"%s\"}%s]}"
                .formatted(nowhere.getPort(), up ? "UP" : "DOWN", another())
            : path.equals(Http.LIST) ? "{\"hosts\":[{\"ip\":\"b\"}]}" : "ok";
    exchange.sendResponseHeaders(200, body.length());
    exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    exchange.close();
  }

  private String another() {
    if (anotherIsDownFor == 0) {
      return "";
    }
    anotherIsDownFor--;
    return ",{\"address\":\"a\",\"state\":\"DOWN\"}";
  }

  @SafeVarargs
  private Cluster cluster(List<String>... commands) {
    List<ProcessNode> nodes = new ArrayList<>();
    for (List<String> command : commands) {
      nodes.add(node("node" + (nodes.size() + 1), command, Optional.empty()));
    }
    return new ProcessCluster(
        SPEC,
        new StateFolder(folder),
        nodes,
        new Readiness(List.of(client()), List::of, Optional.empty(), true),
        () -> {},
        progress::add);
  }

  private ProcessNode node(String name, List<String> command, Optional<InstalledServer> server) {
    DetachedProcess process = new DetachedProcess(name, folder.resolve(name), ProcessTable.SYSTEM);
    return new ProcessNode(
        name, nowhere, process, client(), () -> new Launch(command, Map.of()), server);
  }

  private AdminClient client() {
    return AdminClient.of(nowhere, Duration.ofSeconds(1));
  }
}
