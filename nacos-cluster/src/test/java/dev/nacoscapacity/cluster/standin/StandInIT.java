package dev.nacoscapacity.cluster.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.http.V1Support;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stand-in over its sockets: auth, faults, limits. */
@Execution(ExecutionMode.CONCURRENT)
class StandInIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ORDERS = "serviceName=orders&namespaceId=capacity";
  private static final String ONE = "&ip=198.18.0.1&port=8080";

  private final HttpClient http = HttpClient.newHttpClient();
  private StandInCluster cluster;

  @AfterEach
  void close() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private void start(boolean auth) {
    start(5, auth, V1Support.FULL);
  }

  private void start(int nodes, boolean auth, V1Support v1) {
    cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, nodes).withAuth(auth),
            StandInSettings.defaults()
                .withFreePorts()
                .withCopyDelay(Duration.ofMillis(50))
                .withV1(v1));
    cluster.start();
  }

  private HttpResponse<String> call(int node, String method, String pathAndQuery)
      throws IOException, InterruptedException {
    return http.send(
        request(node, method, pathAndQuery, Duration.ofSeconds(30)),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest request(int node, String method, String pathAndQuery, Duration timeout) {
    URI uri = URI.create("http://127.0.0.1:" + cluster.node(node).http().getPort() + pathAndQuery);
    return HttpRequest.newBuilder(uri)
        .method(method, HttpRequest.BodyPublishers.noBody())
        .timeout(timeout)
        .build();
  }

  private String list(int node) throws IOException, InterruptedException {
    return call(node, "GET", Http.LIST + "?" + ORDERS).body();
  }

  /** A list over a connection of its own: one that was kept may fail in another way. */
  private void listAfresh(int node, Duration timeout) throws IOException, InterruptedException {
    HttpClient.newHttpClient()
        .send(
            request(node, "GET", Http.LIST + "?" + ORDERS, timeout),
            HttpResponse.BodyHandlers.discarding());
  }

  /** One that needs no beats: it does not expire while the test runs. */
  private void register() {
    String instance = Http.INSTANCE + "?" + ORDERS + ONE + "&ephemeral=false";
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(call(0, "POST", instance).body()).isEqualTo("ok"));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> Stream.of(0, 1, 2, 3, 4).allMatch(this::lists));
  }

  private boolean lists(int node) {
    try {
      return list(node).contains("198.18.0.1");
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldAnswer403WhenTokenIsMissingWrongOrPasswordIsWrong() throws Exception {
    start(true);

    HttpResponse<String> missing = call(0, "GET", Http.LIST + "?" + ORDERS);
    assertThat(missing.statusCode()).isEqualTo(403);
    assertThat(missing.body()).contains("\"message\":\"unknown user!\"");
    HttpResponse<String> forged = call(0, "GET", Http.LIST + "?accessToken=x&" + ORDERS);
    assertThat(forged.statusCode()).isEqualTo(403);
    assertThat(forged.body()).contains("token invalid!");
    for (String path : new String[] {Http.LOGIN, Http.CLIENT_LOGIN}) {
      HttpResponse<String> refused = call(0, "POST", path + "?username=nacos&password=x");
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).isEqualTo("unknown user!");
    }
  }

  @Test
  void shouldTakeTokenOfOneNodeOnAnotherWhenInParameterOrHeader() throws Exception {
    start(true);
    HttpResponse<String> login = call(0, "POST", Http.LOGIN + "?username=nacos&password=nacos");
    String header = login.headers().firstValue("Authorization").orElseThrow();
    String token = header.substring("Bearer ".length());
    assertThat(login.body())
        .isEqualTo("{\"accessToken\":\"" + token + "\",\"tokenTtl\":18000,\"globalAdmin\":true}");

    assertThat(call(1, "GET", Http.LIST + "?" + ORDERS + "&accessToken=" + token).statusCode())
        .isEqualTo(200);
    URI uri =
        URI.create(
            "http://127.0.0.1:%d%s?%s"
                .formatted(cluster.node(2).http().getPort(), Http.LIST, ORDERS));
    HttpRequest bearer = HttpRequest.newBuilder(uri).header("Authorization", header).build();
    assertThat(http.send(bearer, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  @Test
  void shouldLoseNodeAndLoadFromPeersWhenKilledAndStarted() throws Exception {
    start(false);
    register();
    StandInNode node = cluster.node(2);

    node.kill();
    assertThat(node.state()).isEqualTo(NodeState.DOWN);
    // A process that is being forked has the listening socket, too, for a moment.
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> listAfresh(2, Duration.ofSeconds(5)))
                    .isInstanceOf(ConnectException.class));

    node.start();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> lists(2));
    assertThat(node.state()).isEqualTo(NodeState.UP);
  }

  @Test
  void shouldAcceptAndNotAnswerUntilResumedWhenPaused() throws Exception {
    start(false);
    register();
    StandInNode node = cluster.node(3);

    node.pause();
    assertThat(node.state()).isEqualTo(NodeState.PAUSED);
    assertThatThrownBy(() -> listAfresh(3, Duration.ofSeconds(2)))
        .isInstanceOf(HttpTimeoutException.class);

    node.resume();
    assertThat(list(3)).contains("198.18.0.1");
  }

  @Test
  void shouldAnswerDownUntilMostNodesLiveAgain() throws Exception {
    start(false);
    Stream.of(0, 1, 2).forEach(node -> cluster.node(node).kill());
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> call(4, "GET", Http.LIST + "?" + ORDERS).statusCode() == 503);
    assertThat(list(4)).startsWith(Http.SERVER_IS_DOWN);

    cluster.start();

    assertThat(call(4, "GET", Http.LIST + "?" + ORDERS).statusCode()).isEqualTo(200);
  }

  @Test
  void shouldAnswerAsNacosDoesWhenRequestIsBad() throws Exception {
    start(false);

    HttpResponse<String> nameless = call(0, "GET", Http.LIST);
    assertThat(nameless.statusCode()).isEqualTo(400);
    assertThat(nameless.body()).isEqualTo("Param 'serviceName' is required.");
    assertThat(call(0, "POST", Http.INSTANCE + "?" + ORDERS + "&ip=1&port=x").statusCode())
        .isEqualTo(400);
    assertThat(call(0, "GET", "/nacos/v1/ns/no/such").statusCode()).isEqualTo(501);
    try (Socket raw = new Socket("127.0.0.1", cluster.node(0).http().getPort())) {
      raw.setSoTimeout((int) PATIENCE.toMillis());
      raw.getOutputStream().write("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n".getBytes());
      assertThat(new String(raw.getInputStream().readNBytes(12))).isEqualTo("HTTP/1.1 400");
    }
    assertThat(call(0, "PUT", Http.BEAT + "?" + ORDERS + ONE).body())
        .isEqualTo("{\"clientBeatInterval\":5000,\"code\":20404}");
  }

  private static final String PLACE = "?namespaceId=capacity&groupName=DEFAULT_GROUP";
  private static final String INSTANCE =
      HttpV3.INSTANCE + PLACE + "&serviceName=orders&ip=198.18.0.1&port=8080";
  private static final String OK = "{\"code\":0,\"message\":\"success\",\"data\":\"ok\"}";

  @Test
  void shouldServeAClientOverV3() throws Exception {
    start(3, false, V1Support.OFF);
    String list = HttpV3.LIST + PLACE + "&serviceName=orders";

    assertThat(call(0, "GET", list).body())
        .isEqualTo("{\"code\":0,\"message\":\"success\",\"data\":[]}");
    assertThat(call(0, "POST", INSTANCE + "&heartBeat=true").body())
        .isEqualTo("{\"code\":21003,\"message\":\"instance not found\",\"data\":null}");
    assertThat(call(1, "POST", INSTANCE).body()).isEqualTo(OK);
    assertThat(call(2, "POST", INSTANCE + "&heartBeat=true").body()).isEqualTo(OK);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(call(0, "GET", list).body())
                    .startsWith("{\"code\":0,\"message\":\"success\",\"data\":[{\"instanceId\":")
                    .contains("\"ip\":\"198.18.0.1\",\"port\":8080"));
    assertThat(call(0, "DELETE", INSTANCE).body()).isEqualTo(OK);
    await().atMost(PATIENCE).until(() -> !call(1, "GET", list).body().contains("198.18.0.1"));
    assertThat(call(0, "POST", HttpV3.INSTANCE + PLACE + "&serviceName=orders").body())
        .isEqualTo(
            "{\"code\":10000,\"message\":\"parameter missing\",\"data\":\"Param 'ip' is"
                + " required.\"}");
  }

  @Test
  void shouldGiveAConfigurationOverV3() throws Exception {
    start(1, false, V1Support.CLIENTS);
    String config = HttpV3.CONFIG + "?namespaceId=public&groupName=g&dataId=a.yaml";

    assertThat(call(0, "GET", config).body())
        .isEqualTo("{\"code\":20004,\"message\":\"resource not found\",\"data\":null}");
    call(0, "POST", Http.CONFIGS + "?dataId=a.yaml&group=g&content=x");
    assertThat(call(0, "GET", config).body())
        .startsWith("{\"code\":0,\"message\":\"success\",\"data\":{\"content\":\"x\",");
  }

  @Test
  void shouldWantATokenOrTheIdentityFromAnOperatorEvenWithoutAuth() throws Exception {
    start(1, false, V1Support.FULL);
    ServerIdentity identity = cluster.identity().orElseThrow();
    HttpRequest.Builder nodes =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + cluster.node(0).http().getPort() + HttpV3.NODES));

    assertThat(call(0, "GET", HttpV3.NODES).statusCode()).isEqualTo(403);
    assertThat(
            http.send(
                    nodes.header(identity.key(), identity.value()).build(),
                    HttpResponse.BodyHandlers.ofString())
                .body())
        .startsWith("{\"code\":0,\"message\":\"success\",\"data\":[{\"ip\":\"127.0.0.1\"");
    String login = call(0, "POST", HttpV3.LOGIN + "?username=nacos&password=nacos").body();
    String token = login.replaceAll(".*\"accessToken\":\"([^\"]*)\".*", "$1");
    HttpRequest.Builder again =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + cluster.node(0).http().getPort() + HttpV3.NODES));
    assertThat(
            http.send(
                    again.header("accessToken", token).build(),
                    HttpResponse.BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "FULL,    200, 200, 200",
    "CLIENTS, 200, 410, 404",
    "OFF,     410, 410, 404",
    "REMOVED, 404, 404, 404"
  })
  void shouldAnswerForV1AsItsVersionWould(V1Support v1, int list, int nodes, int namespaces)
      throws Exception {
    start(1, false, v1);

    HttpResponse<String> listed = call(0, "GET", Http.LIST + "?" + ORDERS);
    assertThat(listed.statusCode()).isEqualTo(list);
    assertThat(call(0, "GET", Http.CLUSTER_NODES).statusCode()).isEqualTo(nodes);
    assertThat(call(0, "GET", Http.NAMESPACES).statusCode()).isEqualTo(namespaces);
    assertThat(call(0, "GET", Http.PROMETHEUS).statusCode()).isEqualTo(200);
    if (list == 410) {
      assertThat(listed.body()).contains("nacos.core.api.compatibility.client.enabled=true");
    }
  }

  @Test
  void shouldCountWhatItHasWhenScraped() throws Exception {
    start(false);
    register();

    assertThat(call(1, "GET", Http.PROMETHEUS).body())
        .contains("nacos_monitor{module=\"naming\",name=\"ipCount\",} 1.0\n")
        .contains("jvm_memory_used_bytes{area=\"heap\",} ")
        .containsPattern("tomcat_connections_current_connections [1-9]\\d*\\.0\n");
  }

  @Test
  void shouldNameThePortAndStopWhatItStartedWhenPortIsTaken() throws Exception {
    ClusterSpec spec = Ports.moveToFree(ClusterSpec.of(ServerVersion.EMBEDDED, 2));
    try (ServerSocket socket = new ServerSocket(spec.port(1))) {
      cluster = new StandInCluster(spec, StandInSettings.defaults());

      assertThatExceptionOfType(ClusterException.class)
          .isThrownBy(cluster::start)
          .withMessageContaining("node2: port " + socket.getLocalPort() + " is taken");
      assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.DOWN);
    }
  }
}
