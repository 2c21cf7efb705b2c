package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.DownRule;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.LocalNetwork;
import dev.nacoscapacity.cluster.standin.registry.ManualLoop;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a node sends on its own, and when: detection and pushes. */
class PushingTest {

  private static final ServiceKey ORDERS = new ServiceKey("public", "DEFAULT_GROUP@@orders");

  private final ManualLoop time = new ManualLoop();
  private final NamingNode node =
      new NamingNode(
          new NodeLoop(time),
          new LocalNetwork(1),
          new Members(0, List.of("127.0.0.1:8848"), DownRule.REFUSED),
          Duration.ZERO);
  private final KeptStream stream = new KeptStream();
  private final List<GrpcClient> closed = new ArrayList<>();
  private final ConnectedClients clients = new ConnectedClients(time, closed::add);
  private final NamingHandlers naming = new NamingHandlers(node, clients);
  private final GrpcClient client = connect();

  private GrpcClient connect() {
    GrpcClient connection = new GrpcClient(node, "1", new InetSocketAddress("127.0.0.1", 40_000));
    connection.register(stream);
    connection.active();
    clients.add(connection);
    return connection;
  }

  private void register(int port) {
    InstanceKey key = new InstanceKey("198.18.0.1", port, "DEFAULT");
    node.register(ORDERS, InstanceSpec.of(key, ORDERS.name(), 1, true, true, Map.of()), true);
  }

  /** Keeps the connection from being idle for a while. */
  private void passActively(double seconds) {
    time.passSeconds(seconds);
    client.active();
  }

  private void acknowledge(Payload push) throws IOException {
    client.acknowledged(GrpcMessages.read(push, ErrorResponse.class).requestId());
  }

  @Test
  void shouldAskAClientThatIsIdleFor20SecondsAndCloseItWhenSilent() {
    time.passSeconds(19);
    assertThat(stream.sent).isEmpty();

    time.passSeconds(4);
    assertThat(stream.types()).containsExactly("ClientDetectionRequest");
    assertThat(closed).isEmpty();

    time.passSeconds(5);
    assertThat(closed).containsExactly(client);
  }

  @Test
  void shouldKeepAnIdleClientWhenItAnswers() throws IOException {
    time.passSeconds(23);
    acknowledge(stream.sent.get(0));

    time.passSeconds(10);

    assertThat(closed).isEmpty();
    assertThat(stream.sent).hasSize(1);
  }

  @Test
  void shouldPushOnceHalfASecondAfterSeveralChanges() throws IOException {
    naming.subscriptions.subscribe(client, ORDERS, "");
    register(1);
    time.passSeconds(0.4);
    register(2);
    assertThat(stream.sent).isEmpty();

    time.passSeconds(0.1);

    assertThat(stream.types()).containsExactly("NotifySubscriberRequest");
    NotifySubscriberRequest push =
        GrpcMessages.read(stream.sent.get(0), NotifySubscriberRequest.class);
    assertThat(push.serviceInfo().hosts()).extracting("port").containsExactly(1, 2);
    assertThat(push.serviceInfo().name()).isEqualTo("orders");
    assertThat(push.serviceInfo().groupName()).isEqualTo("DEFAULT_GROUP");
  }

  @Test
  void shouldPushAgainUntilAcknowledged() throws IOException {
    naming.subscriptions.subscribe(client, ORDERS, "");
    time.passSeconds(0.5);
    passActively(6);
    assertThat(stream.sent).hasSize(2);
    passActively(6);
    assertThat(stream.sent).hasSize(3);

    acknowledge(stream.sent.get(2));
    passActively(15);

    assertThat(stream.sent).hasSize(3);
  }

  @Test
  void shouldPushNoMoreWhenUnsubscribed() {
    naming.subscriptions.subscribe(client, ORDERS, "");
    time.passSeconds(0.5);

    naming.subscriptions.unsubscribe(client, ORDERS);
    register(1);
    passActively(15);

    assertThat(stream.sent).hasSize(1);
  }

  @Test
  void shouldLeaveNoMoreThan16RequestsUnreadAndTryAgainLater() {
    stream.reads = false;
    for (int i = 0; i < 20; i++) {
      naming.subscriptions.subscribe(client, new ServiceKey("public", "G@@s" + i), "");
    }
    time.passSeconds(0.5);

    assertThat(stream.sent).hasSize(16);
    stream.reads = true;
    time.passSeconds(1);
    assertThat(stream.sent).hasSize(20);
  }
}
