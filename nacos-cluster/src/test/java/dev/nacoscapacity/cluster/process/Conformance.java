package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ReferenceProcess;
import dev.nacoscapacity.cluster.ReferenceProcess.Version;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * What real clients need of a real cluster, the same for every version that is shipped: a node that
 * answers calls, and cannot push for want of a class, is no Nacos to measure.
 */
abstract class Conformance {

  static final Duration TIMEOUT = Duration.ofSeconds(30);
  static final Duration PATIENCE = Duration.ofSeconds(120);

  /** Within which a subscriber knows what every node shows; a client's own polls are rarer. */
  private static final Duration PUSH = Duration.ofSeconds(2);

  /** A round in which a busy machine is late proves nothing. */
  private static final int ROUNDS = 4;

  private static final String IP = "198.18.0.1";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path files;

  abstract LocalClusters clusters();

  abstract Cluster cluster();

  /** The clients of its line, and those of others that speak its protocol. */
  abstract List<Version> versions();

  /** One client of each version, which registers and subscribes a service of its own. */
  private final class Clients implements AutoCloseable {

    private final String service;
    private final Map<Version, ReferenceProcess> clients = new TreeMap<>();

    Clients(String service) throws IOException {
      this(service, versions());
    }

    Clients(String service, List<Version> versions) throws IOException {
      this.service = service;
      try {
        for (Version version : versions) {
          clients.put(version, new ReferenceProcess(version, cluster(), files));
        }
        clients.forEach((version, client) -> client.run("register " + service(version) + " 1"));
        clients.forEach((version, client) -> client.run("subscribe " + service(version)));
        awaitSaid("1");
      } catch (IOException | RuntimeException | Error e) {
        close();
        throw e;
      }
    }

    String service(Version version) {
      return service + "-" + version;
    }

    void awaitSaid(String instances) {
      clients.forEach(
          (version, client) -> client.awaitLine("instances " + service(version) + " " + instances));
    }

    /** Waits until every node shows just these instances of every client's service. */
    void awaitShown(String instances) {
      for (Version version : clients.keySet()) {
        awaitShownEverywhere(service(version), instances);
      }
    }

    void forgetLines() {
      clients.values().forEach(ReferenceProcess::forgetLines);
    }

    @Override
    public void close() {
      clients.values().forEach(ReferenceProcess::close);
    }
  }

  @Test
  @Order(10)
  void shouldPushEachChangeToSubscribersAtOnce() throws Exception {
    for (int round = 1; round <= ROUNDS; round++) {
      try (Clients clients = new Clients("pushed" + round)) {
        clients.forgetLines();
        List<String> late = new ArrayList<>();
        clients.clients.forEach((version, client) -> registerOther(clients.service(version)));
        // It sends no beats.
        for (String instances : changes()) {
          clients.clients.forEach(
              (version, client) -> {
                String service = clients.service(version);
                awaitShownEverywhere(service, instances);
                if (!saysWithin(PUSH, client, "instances " + service + " " + instances)) {
                  late.add(version + " was not told of " + instances);
                }
              });
        }
        if (late.isEmpty()) {
          return;
        }
        System.err.println("round " + round + ": " + late);
        assertThat(round).as("rounds in which %s", late).isLessThan(ROUNDS);
      }
    }
  }

  @Test
  @Order(10)
  void shouldNotifyListenersOfAChangedConfiguration() throws Exception {
    try (Clients clients = new Clients("listening")) {
      clients.clients.forEach(
          (version, client) -> {
            String dataId = "conformance-" + version;
            client.run("publish " + dataId + " 1");
            client.run("listen " + dataId);
            client.run("publish " + dataId + " 2");
            client.awaitLine("config " + dataId + " 2");
          });
    }
  }

  @Test
  @Order(11)
  @DisabledIf("polling")
  void shouldBeConnectedToAnewAfterAReset() throws Exception {
    // The SDK for Python fails at each (rpc_client.py of 3.2.0: request.server_ip, its serverIp).
    List<Version> resettable =
        versions().stream().filter(version -> version != Version.PYTHON).toList();
    try (Clients clients = new Clients("reset", resettable)) {
      // A node may still have those of clients that have just ended.
      List<Connection> before =
          await()
              .atMost(PATIENCE)
              .ignoreExceptions()
              .until(this::connections, all -> all.size() == resettable.size());

      before.forEach(this::reset);

      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(connections())
                      .hasSameSizeAs(before)
                      .doesNotContainAnyElementsOf(before));
      clients.forgetLines();
      clients.clients.keySet().forEach(version -> registerOther(clients.service(version)));
      clients.awaitSaid("1,2");
    }
  }

  @Test
  @Order(11)
  @DisabledIf("neverAsksIdleClients")
  void shouldRemoveAClientThatIsSilentAndRegisterItAgain() throws Exception {
    try (Clients clients = new Clients("idle")) {
      for (ReferenceProcess client : clients.clients.values()) {
        client.signal("STOP");
      }
      clients.awaitShown("");

      for (ReferenceProcess client : clients.clients.values()) {
        client.signal("CONT");
      }
      clients.awaitShown("1");
    }
  }

  @Test
  @Order(12)
  void shouldServeClientsOfADeadNodeFromAnother() throws Exception {
    try (Clients clients = new Clients("orphaned")) {
      Node victim =
          polling()
              ? cluster().nodes().get(0)
              : connections().stream()
                  .map(Connection::node)
                  .collect(Collectors.groupingBy(node -> node, Collectors.counting()))
                  .entrySet()
                  .stream()
                  .max(Map.Entry.comparingByValue())
                  .orElseThrow()
                  .getKey();
      victim.kill();
      clients.forgetLines();

      Node other = cluster().nodes().stream().filter(node -> node != victim).findFirst().get();
      for (Version version : versions()) {
        await()
            .atMost(PATIENCE)
            .ignoreExceptions()
            .untilAsserted(
                () -> {
                  // Again and again: until its death is known, calls are forwarded to it in vain.
                  registerOther(other, clients.service(version));
                  clients
                      .clients
                      .get(version)
                      .assertSaid("instances " + clients.service(version) + " 1,2");
                });
      }
      // 2.0 does not tell what a client has registered.
      if (cluster().spec().version().compareTo(ServerVersion.V2_0_4) > 0) {
        await()
            .atMost(PATIENCE)
            .ignoreExceptions()
            .untilAsserted(() -> assertThat(published()).hasSameSizeAs(versions()));
      }
    } finally {
      cluster().start();
    }
  }

  @Test
  @Order(1)
  void shouldRefuseWhoeverCallsHimselfNacosServer() throws Exception {
    assertThat(get(Http.SERVICE_LIST + "?pageNo=1&pageSize=1").statusCode()).isEqualTo(403);
  }

  @Test
  @Order(1)
  void shouldListenOnLoopbackOnly() throws IOException {
    for (Node node : cluster().nodes()) {
      int port = node.http().getPort();
      Set<Integer> ports = new HashSet<>(Set.of(port, Raft.port(port)));
      if (!polling()) {
        ports.addAll(Set.of(GrpcPorts.client(port), GrpcPorts.member(port)));
      }
      assertThat(Listening.of(node.pid().getAsLong()))
          .containsExactlyInAnyOrderElementsOf(
              ports.stream().map(each -> "loopback:" + each).toList());
    }
  }

  @Test
  @Order(1)
  void shouldRegisterAnInstanceThatEveryNodeComesToKnow() {
    AdminClient first = authorized(cluster().nodes().get(0));
    for (Node node : cluster().nodes()) {
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
                // A 1.4.1 node counts what it has taken itself.
                if (!polling()) {
                  assertThat(client.metrics().instances()).isOne();
                }
              });
    }
    first.deregister("capacity", "orders", "10.0.0.1", 80);
  }

  @Test
  @Order(20)
  void shouldHaveMissedNoClass() {
    for (Node node : cluster().nodes()) {
      assertThat(clusters().brokenClassPath(node.name())).as(node.name()).isEmpty();
    }
  }

  /**
   * What becomes of a client's service when an instance comes that sends no beats. A 1.4.1 node
   * keeps to itself that it has found one unhealthy: for the 20 s until it was removed, no other
   * did.
   */
  private List<String> changes() {
    return polling() ? List.of("1,2", "1") : List.of("1,2", "1,2!", "1");
  }

  /**
   * Whether its runtime ejector counts connections and ends none: {@code
   * NacosRuntimeConnectionEjector.doEject} of 2.2.4-x86 calls nothing but counters. A client that
   * hangs with its connection open stays in the lists (alibaba/nacos 10773).
   */
  final boolean neverAsksIdleClients() {
    return cluster().spec().version() == ServerVersion.V2_2_4;
  }

  /** Whether its clients poll it over HTTP, and have no connections that it knows of. */
  final boolean polling() {
    return cluster().spec().version() == ServerVersion.V1_4_1;
  }

  private static boolean saysWithin(Duration limit, ReferenceProcess client, String line) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!client.hasPrinted(line)) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Poll.sleep(Duration.ofMillis(20));
    }
    return true;
  }

  private void awaitShownEverywhere(String service, String instances) {
    for (Node node : cluster().nodes()) {
      AdminClient client = authorized(node);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .ignoreException(AdminException.class)
          .untilAsserted(() -> assertThat(shown(client, service)).isEqualTo(instances));
    }
  }

  private static String shown(AdminClient client, String service) {
    return client.instances("capacity", service).stream()
        .map(instance -> instance.port() + (instance.healthy() ? "" : "!"))
        .sorted()
        .collect(Collectors.joining(","));
  }

  private void registerOther(String service) {
    registerOther(cluster().nodes().get(0), service);
  }

  /** An instance that turns unhealthy 3 s after its registration, and is taken out after 25 s. */
  private void registerOther(Node node, String service) {
    String metadata =
        "{\"preserved.heart.beat.interval\":\"1000\",\"preserved.heart.beat.timeout\":\"3000\","
            + "\"preserved.ip.delete.timeout\":\"25000\"}";
    send(
        node,
        "POST",
        Http.INSTANCE
            + "?namespaceId=capacity&ephemeral=true&port=2&ip="
            + IP
            + "&serviceName="
            + service
            + "&metadata="
            + URLEncoder.encode(metadata, StandardCharsets.UTF_8));
  }

  /** A naming client's connection, as the node says that has it. */
  private record Connection(Node node, String id) {}

  private List<Connection> connections() {
    List<Connection> connections = new ArrayList<>();
    for (Node node : cluster().nodes()) {
      if (node.state().runs()) {
        admin(node, "GET", "/core/loader/current")
            .fields()
            .forEachRemaining(
                entry -> {
                  if (entry.getValue().path("metaInfo").path("sdkSource").asBoolean()
                      && entry.getValue().path("labels").path("module").asText().equals("naming")) {
                    connections.add(new Connection(node, entry.getKey()));
                  }
                });
      }
    }
    return connections;
  }

  private void reset(Connection connection) {
    admin(
        connection.node,
        v3() ? "POST" : "GET",
        "/core/loader/reloadClient?redirectAddress=&connectionId=" + connection.id);
  }

  /** What clients that live have registered by their connections, and not what nodes remember. */
  private List<String> published() {
    return connections().stream()
        .flatMap(
            connection ->
                admin(connection.node, "GET", "/ns/client/publish/list?clientId=" + connection.id)
                    .findValuesAsText("serviceName")
                    .stream())
        .toList();
  }

  /** A call of the administration's, without the envelope of its answer. */
  private JsonNode admin(Node node, String method, String path) {
    JsonNode answer = send(node, method, (v3() ? "/nacos/v3/admin" : "/nacos/v2") + path);
    return answer.has("data") ? answer.get("data") : answer;
  }

  private boolean v3() {
    return cluster().spec().version().compareTo(ServerVersion.V3_1_0) >= 0;
  }

  private JsonNode send(Node node, String method, String path) {
    String token = client(node).login("nacos", "nacos").token();
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(
                          URI.create("http://127.0.0.1:" + node.http().getPort() + path))
                      .method(method, BodyPublishers.noBody())
                      .header("Authorization", Http.BEARER + token)
                      .timeout(TIMEOUT)
                      .build(),
                  BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(answer.statusCode() + " " + answer.body());
      }
      return answer.body().startsWith("{") ? JSON.readTree(answer.body()) : JSON.nullNode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As a node would that calls another one. */
  final HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + cluster().spec().basePort() + path))
                .header("User-Agent", "Nacos-Server")
                .build(),
            BodyHandlers.ofString());
  }

  static void assertRefused(Kind kind, Runnable call) {
    assertThatExceptionOfType(AdminException.class)
        .isThrownBy(call::run)
        .matches(refusal -> refusal.kind() == kind, "is " + kind);
  }

  /** On a busy machine a node may let the second pass that a look at its state waits for it. */
  static void awaitAllUp(Cluster cluster) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(cluster.nodes()).extracting(Node::state).containsOnly(NodeState.UP));
  }

  static AdminClient client(Node node) {
    return AdminClient.of(node.http(), TIMEOUT);
  }

  static AdminClient authorized(Node node) {
    AdminClient client = client(node);
    return client.withToken(client.login("nacos", "nacos"));
  }
}
