package dev.nacoscapacity.cluster.embedded.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.InstanceView;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import dev.nacoscapacity.cluster.embedded.EmbeddedSettings;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.message.BatchInstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigBatchListenRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigChangeNotifyRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConfigQueryResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.ConnectResetRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.message.HealthCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.message.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.message.ServerCheckRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrpcStandInIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private EmbeddedCluster cluster;

  @BeforeEach
  void start() {
    cluster = cluster(false);
  }

  private static EmbeddedCluster cluster(boolean auth) {
    EmbeddedCluster started =
        new EmbeddedCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 2).withAuth(auth),
            EmbeddedSettings.defaults()
                .withFreePorts()
                .withCopyDelay(Duration.ofMillis(50))
                .withTokenTtl(Duration.ofSeconds(2)));
    started.start();
    return started;
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private TestClient connect(int node) throws IOException {
    return TestClient.connect(cluster.node(node));
  }

  private static void awaitPorts(TestClient client, String service, Integer... ports) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(client.ports(service)).containsExactly(ports));
  }

  @Test
  void shouldShowAnInstanceOnBothNodesWhileItsConnectionLives() throws IOException {
    try (TestClient observer = connect(1)) {
      TestClient provider = connect(0);
      assertThat(provider.register("orders", 1).success()).isTrue();
      assertThat(provider.ports("orders")).containsExactly(1);
      awaitPorts(observer, "orders", 1);

      provider.close();

      awaitPorts(observer, "orders");
    }
  }

  @Test
  void shouldShowInstancesOfBothProtocolsToBoth() throws IOException {
    AdminClient http = AdminClient.of(cluster.node(1).http(), Duration.ofSeconds(5));
    try (TestClient client = connect(0)) {
      client.register("orders", 1);
      http.register("public", "orders", "198.18.0.1", 2);

      awaitPorts(client, "orders", 1, 2);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(http.instances("public", "orders"))
                      .extracting(InstanceView::port)
                      .containsExactlyInAnyOrder(1, 2));
    }
  }

  @Test
  void shouldReplaceAConnectionsInstancesWhenItRegistersAgain() throws IOException {
    try (TestClient client = connect(0)) {
      client.register("orders", 1);
      client.register("orders", 2);
      assertThat(client.ports("orders")).containsExactly(2);

      client.call(
          new BatchInstanceRequest(
              null,
              "public",
              "orders",
              TestClient.GROUP,
              Codes.BATCH_REGISTER,
              List.of(
                  Instance.of(null, "198.18.0.1", 3, 1, "DEFAULT", "orders", Map.of()),
                  Instance.of(null, "198.18.0.1", 4, 1, "DEFAULT", "orders", Map.of()))));
      assertThat(client.ports("orders")).containsExactly(3, 4);

      client.deregister("orders", 3);
      assertThat(client.ports("orders")).isEmpty();
    }
  }

  @Test
  void shouldKeepTheInstanceWhenTheClientsNextConnectionHasRegisteredIt() throws IOException {
    TestClient before = connect(0);
    before.register("orders", 1);
    try (TestClient after = connect(0)) {
      after.register("orders", 1);

      before.close();

      await()
          .during(Duration.ofMillis(300))
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(after.ports("orders")).containsExactly(1));
    }
  }

  @Test
  void shouldPushToASubscriberUntilItAcknowledges() throws IOException {
    try (TestClient subscriber = connect(1);
        TestClient provider = connect(0)) {
      subscriber.subscribe("orders");
      provider.register("orders", 1);

      await().atMost(PATIENCE).until(() -> pushed(subscriber).contains(List.of(1)));
      int pushes = subscriber.received.size();
      await().atMost(PATIENCE).until(() -> subscriber.received.size() > pushes);
    }
  }

  private static List<List<Integer>> pushed(TestClient subscriber) {
    return subscriber.received("NotifySubscriberRequest").stream()
        .map(
            payload -> {
              try {
                NotifySubscriberRequest push =
                    Messages.read(payload, NotifySubscriberRequest.class);
                return TestClient.ports(push.serviceInfo());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }

  @Test
  void shouldTellAListenerOfAChangeAndGiveTheContentWhenAsked() throws IOException {
    try (TestClient client = connect(0);
        TestClient publisher = connect(1)) {
      ConfigBatchListenRequest listen =
          new ConfigBatchListenRequest(
              null, true, List.of(new ConfigBatchListenRequest.Context("G", "", "app.yaml", "")));
      assertThat(changed(client, listen)).isEmpty();

      publisher.call(
          new ConfigPublishRequest(
              null, "app.yaml", "G", "", "a: 1", null, Map.of("type", "yaml")));

      await().atMost(PATIENCE).until(() -> !client.received("ConfigChangeNotifyRequest").isEmpty());
      ConfigChangeNotifyRequest told =
          Messages.read(
              client.received("ConfigChangeNotifyRequest").get(0), ConfigChangeNotifyRequest.class);
      assertThat(told.dataId()).isEqualTo("app.yaml");
      assertThat(changed(client, listen)).extracting("dataId").containsExactly("app.yaml");
      ConfigQueryResponse answer =
          Messages.read(
              client.call(new ConfigQueryRequest(null, "app.yaml", "G", "", null, false)),
              ConfigQueryResponse.class);
      assertThat(answer.content()).isEqualTo("a: 1");
      assertThat(answer.contentType()).isEqualTo("yaml");
    }
  }

  private static List<ConfigChangeBatchListenResponse.Context> changed(
      TestClient client, ConfigBatchListenRequest request) throws IOException {
    return Messages.read(client.call(request), ConfigChangeBatchListenResponse.class)
        .changedConfigs();
  }

  @Test
  void shouldSayWhatIsWrongWithACall() throws IOException {
    try (TestClient stranger = new TestClient(cluster.node(0));
        TestClient client = connect(0)) {
      assertThat(stranger.outcome(new ServerCheckRequest(null)).success()).isTrue();
      assertThat(stranger.outcome(new HealthCheckRequest(null)).errorCode())
          .isEqualTo(Codes.UNREGISTERED);
      assertThat(client.outcome(new HealthCheckRequest(null)).success()).isTrue();
      assertThat(client.outcome(new ConnectResetRequest(null, null, null)).errorCode())
          .isEqualTo(Codes.NO_HANDLER);
      assertThat(
              client
                  .outcome(new ConfigQueryRequest(null, "none", "G", "", null, false))
                  .errorCode())
          .isEqualTo(Codes.CONFIG_NOT_FOUND);
    }
  }

  @Test
  void shouldRefuseCallsWhenTheTokenIsMissingOrWrong() throws IOException {
    stop();
    cluster = cluster(true);
    try (TestClient client = connect(0)) {
      assertThat(client.outcome(new HealthCheckRequest(null)).success()).isTrue();
      assertThat(client.register("orders", 1).errorCode()).isEqualTo(Codes.NO_RIGHT);
      client.token("wrong");
      assertThat(client.register("orders", 1).message()).isEqualTo("token invalid!");
    }
  }

  @Test
  void shouldKeepTheConnectionAndRefuseItsCallsWhenItsTokenExpires() throws IOException {
    stop();
    cluster = cluster(true);
    AdminClient http = AdminClient.of(cluster.node(0).http(), Duration.ofSeconds(5));
    try (TestClient client = connect(0)) {
      client.token(http.login("nacos", "nacos").token());
      assertThat(client.register("orders", 1).success()).isTrue();

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(client.register("orders", 1).message()).isEqualTo("token expired!"));

      assertThat(client.ended).isNotDone();
      client.token(http.login("nacos", "nacos").token());
      assertThat(client.ports("orders")).containsExactly(1);
    }
  }

  @Test
  void shouldAskClientsToGoElsewhereWhenReset() throws IOException {
    try (TestClient client = connect(0)) {
      client.register("orders", 1);

      cluster.node(0).resetConnections(10, cluster.node(1));

      await().atMost(PATIENCE).until(() -> !client.received("ConnectResetRequest").isEmpty());
      ConnectResetRequest reset =
          Messages.read(client.received("ConnectResetRequest").get(0), ConnectResetRequest.class);
      assertThat(reset.serverIp()).isEqualTo("127.0.0.1");
      assertThat(reset.serverPort()).isEqualTo(Integer.toString(cluster.node(1).http().getPort()));
    }
  }

  @Test
  void shouldDropConnectionsWhenKilledAndServeNewOnesWhenStarted() throws IOException {
    try (TestClient lost = connect(0);
        TestClient observer = connect(1)) {
      lost.register("orders", 1);
      awaitPorts(observer, "orders", 1);

      cluster.node(0).kill();

      assertThat(lost.ended).succeedsWithin(PATIENCE).isNotNull();
      assertThat(observer.ports("orders")).as("a copy without its node").containsExactly(1);

      cluster.node(0).start();
      try (TestClient again = connect(0)) {
        again.register("orders", 2);
        awaitPorts(observer, "orders", 1, 2);
      }
    }
  }

  private static ErrorResponse healthCheck(TestClient client) {
    try {
      return client.outcome(new HealthCheckRequest(null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldAnswerOnlyAfterResumingWhenPaused() throws IOException {
    try (TestClient client = connect(0)) {
      cluster.node(0).pause();
      CompletableFuture<ErrorResponse> answer =
          CompletableFuture.supplyAsync(() -> healthCheck(client));
      assertThat(answer).failsWithin(Duration.ofMillis(300));

      cluster.node(0).resume();

      assertThat(answer).succeedsWithin(PATIENCE).matches(ErrorResponse::success);
    }
  }
}
