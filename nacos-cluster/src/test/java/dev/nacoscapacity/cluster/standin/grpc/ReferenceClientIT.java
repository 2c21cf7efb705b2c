package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ReferenceProcess;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.cluster.standin.http.V1Support;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real clients of 2.x and 3.x must be unable to tell the stand-in from a server. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ReferenceClientIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();
  private final StandInCluster cluster =
      new StandInCluster(
          ClusterSpec.of(ServerVersion.EMBEDDED, 3).withAuth(true),
          StandInSettings.defaults()
              .withFreePorts()
              .withCopyDelay(Duration.ofMillis(50))
              .withRecorder(requests::add));

  @TempDir private Path files;
  private AdminClient admin;

  @BeforeEach
  void start() {
    cluster.start();
    AdminClient anonymous = AdminClient.of(cluster.node(0).http(), Duration.ofSeconds(30));
    admin = anonymous.withToken(anonymous.login("nacos", "nacos"));
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private long requestCount(String type) {
    return requests.stream().filter(request -> request.path().equals(type)).count();
  }

  /** An instance that sends no beats: it expires after 30 s. */
  private void register(int port) {
    admin.register("capacity", "orders", "198.18.0.1", port);
  }

  @ParameterizedTest
  @EnumSource(names = {"V2", "V3"})
  void shouldServeTheClientAndSeeItComeBackWhenItsNodeDies(ReferenceProcess.Version version)
      throws Exception {
    try (ReferenceProcess client = new ReferenceProcess(version, cluster, files)) {
      client.run("register orders 1");
      client.run("subscribe orders");
      client.awaitLine("instances orders 1");
      registerUntilSaid(client, "instances orders 1,2", 2);

      client.run("listen app.yaml");
      client.run("publish app.yaml a: 1");
      client.awaitLine("config app.yaml a: 1");

      client.forgetLines();
      long registrations = requestCount("InstanceRequest");
      restart(0);
      restart(2);
      cluster.node(1).kill();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(requestCount("InstanceRequest")).isGreaterThan(registrations));
      await()
          .atMost(PATIENCE)
          .ignoreException(AdminException.class)
          .untilAsserted(
              () ->
                  assertThat(admin.instances("capacity", "orders"))
                      .anyMatch(instance -> instance.port() == 1 && instance.healthy()));
      registerUntilSaid(client, "instances orders 1,2,3", 2, 3);
      client.run("publish app.yaml a: 2");
      client.awaitLine("config app.yaml a: 2");
    }
  }

  /**
   * Again and again, since they expire; and until it knows of a death, a node forwards what the
   * dead one owned, in vain.
   */
  private void registerUntilSaid(ReferenceProcess client, String line, int... ports) {
    await()
        .atMost(PATIENCE)
        .ignoreException(AdminException.class)
        .untilAsserted(
            () -> {
              for (int port : ports) {
                register(port);
              }
              client.assertSaid(line);
            });
  }

  /**
   * Whichever node the client was connected to, it loses that connection now; two of three nodes
   * can lead.
   */
  private void restart(int node) {
    cluster.node(node).kill();
    cluster.node(node).start();
    await().atMost(PATIENCE).until(() -> cluster.node(node).state() == NodeState.UP);
    await()
        .atMost(PATIENCE)
        .ignoreException(AdminException.class)
        .until(
            () -> {
              register(2);
              return admin.instances("capacity", "orders").size() == 2;
            });
  }

  private static final Path LOGIN =
      Path.of("..", "simulator", "src", "test", "resources", "dev", "nacoscapacity", "simulator")
          .resolve(Path.of("client", "http", "client-3.2.1", "login.txt"));

  /** The one call that it makes over HTTP; the fleet must log in likewise over v3. */
  @Test
  void shouldServeAClientOf3xWhereV1IsGoneAndSeeItLogInAsIsOnRecord() throws Exception {
    try (StandInCluster newer =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 1).withAuth(true),
            StandInSettings.defaults()
                .withFreePorts()
                .withV1(V1Support.REMOVED)
                .withRecorder(requests::add))) {
      newer.start();
      try (ReferenceProcess client =
          new ReferenceProcess(ReferenceProcess.Version.V3, newer, files)) {
        client.run("register orders 1");
        client.run("subscribe orders");
        client.awaitLine("instances orders 1");
      }
    }

    assertThat(requests)
        .filteredOn(request -> request.path().equals(HttpV3.LOGIN))
        .isNotEmpty()
        .allSatisfy(
            request ->
                assertThat(masked(text(request))).isEqualTo(masked(Files.readString(LOGIN))));
  }

  private static String text(RecordedRequest request) {
    String query =
        request.query().stream()
            .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
            .collect(Collectors.joining("&"));
    return request.method()
        + " "
        + request.path()
        + "?"
        + query
        + " HTTP/1.1\n"
        + request.headers().stream()
            .map(header -> header.getKey() + ": " + header.getValue() + "\n")
            .collect(Collectors.joining())
        + "\n"
        + request.body();
  }

  /** Without what differs from one machine to another. */
  private static String masked(String request) {
    return request
        .replaceFirst("Host: 127.0.0.1:\\d+\n", "Host: *\n")
        .replaceFirst("User-Agent: Java/[0-9._]+\n", "User-Agent: Java/*\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2", "V3"})
  void shouldBeSentWhatIsOnRecord(ReferenceProcess.Version version) throws Exception {
    Recordings recordings = new Recordings(version.name);
    try (ReferenceProcess client = new ReferenceProcess(version, cluster, files)) {
      client.run("register orders 8080");
      client.run("subscribe orders");
      client.awaitLine("instances orders 8080");
      client.run("list orders");
      client.run("batch batched 1");
      client.run("get app.yaml");
      client.run("listen app.yaml");
      // A thread of the client's own says so to the server, which tells of no change before.
      await().atMost(PATIENCE).until(() -> requestCount("ConfigBatchListenRequest") > 0);
      client.run("publish app.yaml a: 1");
      client.awaitLine("config app.yaml a: 1");
      await().atMost(PATIENCE).until(() -> requestCount("HealthCheckRequest") > 0);
      client.run("deregister orders 8080");
      // Again, since a client that is just connecting is not asked.
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                cluster.node(0).resetConnections(cluster.node(1));
                cluster.node(1).resetConnections(cluster.node(2));
                cluster.node(2).resetConnections(cluster.node(0));
                return requestCount("ConnectResetResponse") > 0;
              });
      await().atMost(PATIENCE).untilAsserted(() -> recordings.compare(requests));
    }
  }
}
