package dev.nacoscapacity.cluster.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GrpcMessagesTest {

  @Test
  void shouldWriteRequestsAsNacosDoes() {
    InstanceRequest request =
        new InstanceRequest(
            "public",
            "orders",
            "DEFAULT_GROUP",
            Codes.REGISTER,
            Instance.of(null, "10.0.0.1", 80, 1, "DEFAULT", "orders", Map.of()));

    Payload payload = GrpcMessages.payload(request, "127.0.0.1", Map.of("accessToken", "secret"));

    assertThat(payload.type()).isEqualTo("InstanceRequest");
    assertThat(payload.json())
        .contains("\"module\":\"naming\"", "\"headers\":{}", "\"serviceName\":\"orders\"")
        .contains("\"ipDeleteTimeout\":30000", "\"type\":\"registerInstance\"")
        .doesNotContain("requestId", "secret", "null");
    assertThat(payload).asString().doesNotContain("secret");
  }

  @Test
  void shouldReadTheOutcomeOfAnyAnswer() throws IOException {
    Payload payload = GrpcMessages.payload(new ServerCheckResponse("7", null));

    assertThat(payload.json()).contains("\"success\":true", "\"connectionId\":\"7\"");
    assertThat(GrpcMessages.read(payload, ErrorResponse.class).success()).isTrue();
  }

  @Test
  void shouldIgnoreFieldsWhenTheyAreNewer() throws IOException {
    byte[] newer = "{\"resultCode\":200,\"novel\":{}}".getBytes(StandardCharsets.UTF_8);
    Payload payload = new Payload("ErrorResponse", "", Map.of(), newer);

    assertThat(GrpcMessages.read(payload, ErrorResponse.class).resultCode()).isEqualTo(200);
  }
}
