package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.admin.AdminClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReadinessTest {

  private static final String MEMBERS = "/nacos/v1/core/cluster/nodes";
  private static final String LOGIN = "/nacos/v1/auth/users/login";
  private static final String ACCOUNT = "/nacos/v1/auth/users/admin";
  private static final String INSTANCE = "/nacos/v1/ns/instance";
  private static final String LIST = "/nacos/v1/ns/instance/list";

  private static final String UPGRADE = "/nacos/v1/ns/upgrade/ops/metrics";

  private static final String UP =
      """
      {"address":"%s","state":"UP","extendInfo":{"raftMetaData":{"metaDataMap":{
        "naming_persistent_service":{"leader":"127.0.0.1:7848"}}}}}\
      """;

  private static final String LEADERLESS = "{\"address\":\"%s\",\"state\":\"UP\"}";
  private static final String DOWN = "{\"address\":\"%s\",\"state\":\"DOWN\"}";

  private final List<FakeNode> nodes = new ArrayList<>();
  private final List<InetSocketAddress> grpc = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    for (int i = 0; i < 2; i++) {
      nodes.add(new FakeNode());
    }
  }

  @AfterEach
  void stop() {
    nodes.forEach(node -> node.server.stop(0));
  }

  @Test
  void shouldBeReadyWhenEveryNodeServes() {
    assertThat(readiness(true).missing()).isEmpty();
    assertThat(readiness(false).missing()).isEmpty();
  }

  static Stream<Arguments> answersOfANodeThatIsNotReady() {
    String down = "server is DOWN now, please try again later!";
    return Stream.of(
        Arguments.of(MEMBERS, members(UP, DOWN), "1 of 2 members UP"),
        Arguments.of(MEMBERS, members(UP), "1 of 2 members UP"),
        Arguments.of(LIST, down, "cannot serve yet"),
        Arguments.of(INSTANCE, down, "cannot serve yet"));
  }

  @ParameterizedTest
  @MethodSource("answersOfANodeThatIsNotReady")
  void shouldNotBeReadyWhenOneNodeIsIncompleteOrDown(String path, String answer, String missing) {
    nodes.get(1).answers.put(path, answer);

    assertMissing(false, nodes.get(1).name(), missing);
  }

  @Test
  void shouldNotBeReadyWhenANodeDoesNotListWhatAnotherTook() {
    nodes.get(1).answers.put(LIST, "{\"hosts\":[]}");

    assertThat(readiness(false).missing())
        .hasValue(nodes.get(1).name() + " does not list what " + nodes.get(0).name() + " took");
  }

  @Test
  void shouldNotBeReadyWhenThereIsNoRaftLeader() {
    nodes.get(0).answers.put(MEMBERS, members(LEADERLESS, LEADERLESS));

    assertMissing(false, "no raft leader");
  }

  @Test
  void shouldNeedNoRaftLeaderWhenANodeRunsAlone() {
    nodes.remove(1).server.stop(0);
    nodes.get(0).answers.put(MEMBERS, members(LEADERLESS));

    assertThat(readiness(false).missing()).isEmpty();
  }

  @Test
  void shouldNotBeReadyWhenUsersAreNotLoaded() {
    for (String answer : List.of("", "unknown user!", "caused: nacos;")) {
      nodes.get(1).answers.put(LOGIN, answer);

      assertMissing(true, "not loaded its users");
      assertThat(readiness(false).missing()).isEmpty();
    }
  }

  @Test
  void shouldCreateTheAccountThroughOneNodeWhenAFreshRegistryHasNone() {
    String answer = nodes.get(0).answers.put(LOGIN, "caused: User nacos not found;");
    nodes.get(1).answers.put(LOGIN, "unknown user!");

    assertThat(readiness(true).missing()).isPresent();
    assertThat(nodes).allMatch(node -> node.created.isEmpty());
    assertThat(accountless().missing()).isPresent();
    assertThat(nodes.get(0).created).containsExactly("password=nacos");

    nodes.get(0).answers.put(LOGIN, answer);
    assertThat(accountless().missing()).isPresent();
    nodes.get(1).answers.put(LOGIN, answer);
    assertThat(accountless().missing()).isEmpty();
    assertThat(nodes.get(0).created).hasSize(1);
    assertThat(nodes.get(1).created).isEmpty();
  }

  @Test
  void shouldTreatNodesAsOneClusterBeforeTheirUsersAreLoaded() {
    nodes.forEach(node -> node.answers.put(LOGIN, "unknown user!"));

    assertThat(accountless().together()).isTrue();
    assertThat(nodes).allMatch(node -> node.created.isEmpty());

    nodes.get(1).answers.put(MEMBERS, members(UP, DOWN));
    assertThat(accountless().together()).isFalse();
  }

  @Test
  void shouldRegisterNothingWhileANodeKeepsTheRegistryOf1() {
    nodes.get(0).answers.put(UPGRADE, upgrade(true, true));
    nodes.get(1).answers.put(UPGRADE, upgrade(false, true));

    assertMissing(false, nodes.get(1).name() + " has not switched");
    assertThat(nodes).allMatch(node -> node.registrations.get() == 0);

    nodes.get(1).answers.put(UPGRADE, upgrade(true, true));
    assertThat(readiness(false).missing()).isEmpty();
  }

  @Test
  void shouldBeReadyWhenNodesOf2StayWithTheRegistryOf1BesideA1() {
    nodes.get(0).answers.put(UPGRADE, upgrade(false, false));

    assertThat(readiness(false).missing()).isEmpty();
  }

  @Test
  void shouldListOnEachNodeOnlyWhatTheOneBeforeTook() throws IOException {
    nodes.add(new FakeNode());
    nodes.forEach(node -> node.answers.put(MEMBERS, members(UP, UP, UP)));

    assertThat(readiness(false).missing()).isEmpty();

    assertThat(nodes)
        .extracting(node -> node.listed)
        .containsExactly(List.of("probe-2"), List.of("probe-0"), List.of("probe-1"));
  }

  @Test
  void shouldNotBeReadyWhenANodeIsGone() {
    nodes.get(0).server.stop(0);

    assertMissing(false, "unreachable");
  }

  @Test
  void shouldNotBeReadyWhenThePortOfGrpcIsClosedOrSpeaksHttp1() {
    grpc.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    assertMissing(false, "localhost:1 does not answer gRPC");

    grpc.set(0, nodes.get(0).server.getAddress());
    assertThat(readiness(false).missing()).isPresent();
  }

  @Test
  void shouldBeReadyWhenGrpcAnswersToo() throws Exception {
    Thread settings;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      settings = new Thread(() -> sendSettings(server));
      settings.start();
      grpc.add((InetSocketAddress) server.getLocalSocketAddress());

      // A glance lasts a second, which a busy machine lets pass.
      await().atMost(Duration.ofSeconds(60)).until(() -> readiness(false).missing().isEmpty());
    }
    settings.join();
  }

  private static void sendSettings(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        client.getOutputStream().write(new byte[] {0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1});
        client.getInputStream().readAllBytes();
      } catch (IOException e) {
        // The client has gone, or the server was closed.
      }
    }
  }

  private void assertMissing(boolean auth, String... words) {
    assertThat(readiness(auth).missing())
        .hasValueSatisfying(missing -> assertThat(missing).contains(words));
  }

  private Readiness readiness(boolean auth) {
    return readiness(auth, true);
  }

  private Readiness accountless() {
    return readiness(true, false);
  }

  private Readiness readiness(boolean auth, boolean hasAccount) {
    return new Readiness(
        nodes.stream()
            .map(node -> AdminClient.of(node.server.getAddress(), Duration.ofSeconds(30)))
            .toList(),
        () -> grpc,
        auth ? Optional.of(Readiness.PASSWORD) : Optional.empty(),
        hasAccount);
  }

  private static String members(String... members) {
    return "{\"data\":[" + String.join(",", members) + "]}";
  }

  private static String upgrade(boolean upgraded, boolean all2) {
    return """
    upgraded                       = %s
    isAll20XVersion                = %s
    isDoubleWriteEnabled           = true
    """
        .formatted(upgraded, all2);
  }

  /** Serves correctly by default. */
  private static final class FakeNode {

    private final Map<String, String> answers =
        new HashMap<>(
            Map.of(
                MEMBERS, members(UP, UP),
                LOGIN, "{\"accessToken\":\"t\",\"tokenTtl\":18000}",
                ACCOUNT, "{}",
                INSTANCE, "ok",
                LIST, "{\"hosts\":[{\"ip\":\"198.18.0.1\",\"port\":1,\"healthy\":true}]}"));
    private final List<String> listed = new CopyOnWriteArrayList<>();
    private final AtomicInteger registrations = new AtomicInteger();
    private final List<String> created = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    FakeNode() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            String form = new String(exchange.getRequestBody().readAllBytes());
            if (exchange.getRequestURI().getPath().equals(ACCOUNT)) {
              created.add(form);
            }
            if (exchange.getRequestURI().getPath().equals(INSTANCE)) {
              registrations.incrementAndGet();
            }
            if (exchange.getRequestURI().getPath().equals(LIST)) {
              listed.add(exchange.getRequestURI().getQuery().replaceAll(".*(probe-\\d+).*", "$1"));
            }
            String answer = answers.get(exchange.getRequestURI().getPath());
            byte[] body = answer == null ? new byte[0] : answer.getBytes();
            exchange.sendResponseHeaders(
                answer == null ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
    }

    String name() {
      return "127.0.0.1:" + server.getAddress().getPort();
    }
  }
}
