package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectResetRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a client's connection sees of its node. */
class GrpcConnectionIT extends OnTwoNodes {

  @Test
  void shouldAnswerTheReasonWhenACallFails() throws IOException {
    try (TestClient stranger = new TestClient(cluster.node(0));
        TestClient client = connect(0)) {
      assertThat(stranger.outcome(new ServerCheckRequest()).success()).isTrue();
      assertThat(stranger.outcome(new HealthCheckRequest()).errorCode())
          .isEqualTo(Codes.UNREGISTERED);
      assertThat(client.outcome(new HealthCheckRequest()).success()).isTrue();
      assertThat(client.outcome(new ConnectResetRequest(null, null, null)).errorCode())
          .isEqualTo(Codes.NO_HANDLER);
      assertThat(client.outcome(new ConfigQueryRequest("none", "G", "", null, false)).errorCode())
          .isEqualTo(Codes.CONFIG_NOT_FOUND);
    }
  }

  @Test
  void shouldAskClientsToGoElsewhereWhenReset() throws IOException {
    try (TestClient client = connect(0)) {
      client.register("orders", 1);

      cluster.node(0).resetConnections(cluster.node(1));

      await().atMost(PATIENCE).until(() -> !client.received("ConnectResetRequest").isEmpty());
      ConnectResetRequest reset =
          GrpcMessages.read(
              client.received("ConnectResetRequest").get(0), ConnectResetRequest.class);
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

  private static ErrorResponse healthCheck(TestClient client) {
    try {
      return client.outcome(new HealthCheckRequest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
