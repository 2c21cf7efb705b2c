package dev.nacoscapacity.simulator.client.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeNotifyResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectResetResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.engine.ListenCall;
import dev.nacoscapacity.simulator.engine.PublishCall;
import dev.nacoscapacity.simulator.engine.ReadCall;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares, message by message, with what nacos-client 2.5.1 was recorded to send. What differs
 * from call to call is masked in the recordings; names that the recorded client was given are
 * replaced by the fleet's.
 */
class GrpcRequestWriterTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Fleet FLEET = Workloads.fleet("orders", 4, 2);
  private static final String SERVICE = "orders-0001";
  private static final List<String> CHANGING =
      List.of("accessToken", "Client-RequestTS", "Client-RequestToken", "exConfigInfo");

  private final GrpcRequestWriter writer = writer("capacity");

  private static GrpcRequestWriter writer(String namespace) {
    GrpcSettings settings =
        new GrpcSettings(
            Workloads.ofDriver(namespace, Duration.ofSeconds(5), Workloads.GRPC),
            "10.1.2.3",
            0,
            Reach.USUAL);
    return new GrpcRequestWriter(FLEET, settings, InstantSource.fixed(Instant.ofEpochMilli(1_000)));
  }

  /** What a call is recorded as. */
  private enum Recorded {
    BEAT(Operation.BEAT, "HealthCheckRequest"),
    LIST(Operation.LIST, "ServiceQueryRequest"),
    LISTEN(Operation.LISTEN, "ConfigBatchListenRequest-listen"),
    REGISTER(Operation.REGISTER, "InstanceRequest-registerInstance"),
    DEREGISTER(Operation.DEREGISTER, "InstanceRequest-deregisterInstance"),
    SUBSCRIBE(Operation.SUBSCRIBE, "SubscribeServiceRequest");

    private final Operation operation;
    private final String file;

    Recorded(Operation operation, String file) {
      this.operation = operation;
      this.file = file;
    }
  }

  private static Call begun(Call call) {
    call.begin(1, 1, 0, 0);
    return call;
  }

  @ParameterizedTest
  @EnumSource
  void shouldRequestLikeTheClient(Recorded recorded) throws IOException {
    Call call = CallFixtures.begun(recorded.operation, 1, 1, 0, 0);

    assertSame(writer.request(call, "TOKEN"), recorded.file);
  }

  @Test
  void shouldReadAndPublishConfigurationsLikeTheClient() throws IOException {
    Call read = begun(new ReadCall(0, false));
    Call publish = begun(new PublishCall(0, new ConfigContent(1, "a: 1", "")));

    assertSame(writer.request(read, "TOKEN"), "ConfigQueryRequest");
    assertSame(writer.request(publish, "TOKEN"), "ConfigPublishRequest");
  }

  /** As {@code ClientWorker} does; the client of the recording was told of no change. */
  @Test
  void shouldSayThatAChangeCausedARead() {
    Call read = begun(new ReadCall(0, true));

    assertThat(payload(writer.request(read, null)).headers()).containsEntry("notify", "true");
  }

  @Test
  void shouldListenOnlyToTheConfigurationsItNames() throws IOException {
    Call call =
        begun(
            new ListenCall()
                .about(new int[] {3}, new ConfigContent[] {new ConfigContent(2, "x", "0d")}));

    JsonNode listened =
        JSON.readTree(payload(writer.request(call, null)).body()).path("configListenContexts");

    assertThat(listened).hasSize(1);
    assertThat(listened.at("/0/dataId").asText()).isEqualTo(SERVICE + ".3");
    assertThat(listened.at("/0/md5").asText()).isEqualTo("0d");
  }

  @Test
  void shouldSetUpLikeTheClient() throws IOException {
    Call connect = CallFixtures.begun(Operation.CONNECT, 1, 1, 0, 0);

    assertSame(writer.request(connect, null), "ServerCheckRequest");
    assertSame(writer.setUp(Channel.NAMING), "ConnectionSetupRequest-naming");
    assertSame(writer.setUp(Channel.CONFIG), "ConnectionSetupRequest-config");
  }

  @Test
  void shouldAnswerOnTheStreamLikeTheClient() throws IOException {
    assertSame(writer.answer(new NotifySubscriberResponse("7")), "NotifySubscriberResponse");
    assertSame(writer.answer(new ConfigChangeNotifyResponse("7")), "ConfigChangeNotifyResponse");
    assertSame(writer.answer(new ConnectResetResponse("7")), "ConnectResetResponse");
  }

  @Test
  void shouldPresentNoTokenWithoutAuth() {
    Call call = CallFixtures.begun(Operation.LIST, 1, 1, 0, 0);

    assertThat(payload(writer.request(call, null)).headers()).containsOnlyKeys("app");
  }

  @Test
  void shouldLeaveTheTenantEmptyInTheDefaultNamespace() throws IOException {
    Call call = CallFixtures.begun(Operation.LISTEN, 1, 1, 0, 0);

    JsonNode body = JSON.readTree(payload(writer("public").request(call, null)).body());

    assertThat(body.at("/configListenContexts/0/tenant").asText()).isEmpty();
  }

  private static Payload payload(byte[] bytes) {
    return new PayloadMarshaller().parse(new ByteArrayInputStream(bytes));
  }

  private static void assertSame(byte[] request, String file) throws IOException {
    Payload sent = payload(request);
    JsonNode recording = recording(file);
    assertThat(sent.type()).isEqualTo(recording.path("type").asText());
    assertThat(sent.clientIp().isEmpty()).isEqualTo(recording.path("clientIp").asText().isEmpty());
    assertThat(JSON.valueToTree(sent.headers()).properties().stream().map(e -> e.getKey()))
        .as("headers of " + file)
        .containsExactlyInAnyOrderElementsOf(names(recording.path("headers")));
    sent.headers()
        .forEach(
            (name, value) -> {
              if (!CHANGING.contains(name)) {
                assertThat(value).as(name).isEqualTo(recording.path("headers").path(name).asText());
              }
            });
    assertThat(masked(JSON.readTree(sent.body()))).isEqualTo(recording.path("body"));
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(e -> e.getKey()).toList();
  }

  private static JsonNode masked(JsonNode body) {
    if (body.path("requestId").isTextual()) {
      ((ObjectNode) body).put("requestId", "*");
    }
    return body;
  }

  /** A recording, told the fleet's names. */
  private static JsonNode recording(String file) throws IOException {
    String path = "client-2.5.1/" + file + ".json";
    try (InputStream in = GrpcRequestWriterTest.class.getResourceAsStream(path)) {
      String text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      return JSON.readTree(
          text.replace("\"orders\"", "\"" + SERVICE + "\"")
              .replace("\"app.yaml\"", "\"" + SERVICE + "\"")
              .replace("\"198.18.0.1\"", "\"" + FLEET.ip(1) + "\""));
    }
  }
}
