package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckRequest;
import java.io.IOException;
import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;

/** What the stand-in makes of tokens. */
class GrpcAuthIT extends OnTwoNodes {

  @Override
  boolean auth() {
    return true;
  }

  @Test
  void shouldRefuseCallsWhenTheTokenIsMissingOrWrong() throws IOException {
    try (TestClient client = connect(0)) {
      assertThat(client.outcome(new HealthCheckRequest()).success()).isTrue();
      assertThat(client.register("orders", 1).errorCode()).isEqualTo(Codes.NO_RIGHT);
      client.token("wrong");
      assertThat(client.register("orders", 1).message()).isEqualTo("token invalid!");
    }
  }

  @Test
  void shouldKeepTheConnectionAndRefuseItsCallsWhenItsTokenExpires() throws IOException {
    try (TestClient client = connect(0)) {
      withNewToken(client, () -> assertThat(client.register("orders", 1).success()).isTrue());

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(client.register("orders", 1).message()).isEqualTo("token expired!"));

      assertThat(client.ended).isNotDone();
      withNewToken(client, () -> assertThat(client.ports("orders")).containsExactly(1));
    }
  }

  /** A token may live for no more than a second, which a busy machine lets pass before the call. */
  private void withNewToken(TestClient client, ThrowingRunnable call) {
    AdminClient http = AdminClient.of(cluster.node(0).http(), Duration.ofSeconds(30));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              client.token(http.login("nacos", "nacos").token());
              call.run();
            });
  }
}
