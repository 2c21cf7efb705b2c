package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.InstanceView;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.BatchInstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What the stand-in makes of instances and subscribers. */
@Execution(ExecutionMode.CONCURRENT)
class GrpcNamingIT extends OnTwoNodes {

  @Test
  void shouldListAnInstanceOnBothNodesWhileItsConnectionIsOpen() throws IOException {
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
    AdminClient http = AdminClient.of(cluster.node(1).http(), Duration.ofSeconds(60));
    try (TestClient client = connect(0)) {
      client.register("orders", 1);

      await()
          .atMost(PATIENCE)
          .ignoreException(AdminException.class)
          .untilAsserted(
              () -> {
                // It sends no beats, and would expire after 30 s.
                http.register("public", "orders", "198.18.0.1", 2);
                assertThat(client.ports("orders")).containsExactly(1, 2);
                assertThat(http.instances("public", "orders"))
                    .extracting(InstanceView::port)
                    .containsExactlyInAnyOrder(1, 2);
              });
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
                    GrpcMessages.read(payload, NotifySubscriberRequest.class);
                return TestClient.ports(push.serviceInfo());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }
}
