package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceInfo;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.engine.ListenCall;
import dev.nacoscapacity.simulator.engine.ReadCall;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is received, and what an answer tells its call. */
class ReceivedPayloadTest {

  private final ReceivedPayload received = new ReceivedPayload();
  private final GrpcAnswerReader reader = new GrpcAnswerReader(received);

  private ReceivedPayload receive(Record message) {
    byte[] payload =
        PayloadMarshaller.bytes(GrpcMessages.payload(message, "10.0.0.1", Map.of("a", "b")));
    return received.parse(new ByteArrayInputStream(payload));
  }

  /** What the call is told of the answer that was received last. */
  private String read(ReceivedPayload answer, Call call) {
    assertThat(answer).isSameAs(received);
    return reader.read(call);
  }

  private static Call call(Operation operation) {
    return CallFixtures.begun(operation, 0, 0, 0, 0);
  }

  private static QueryServiceResponse list(int hosts) {
    Instance host = Instance.of("i", "198.18.0.1", 8080, 1, "DEFAULT", "s", Map.of());
    return new QueryServiceResponse(
        new ServiceInfo(
            "s", "g", "", 10_000, Collections.nCopies(hosts, host), 1, "", false, false, true));
  }

  @Test
  void shouldReadTheContentOfAConfiguration() {
    Call call = call(Operation.READ);

    assertThat(read(receive(new ConfigQueryResponse("a:1:xx", "text", "0d", 1)), call)).isNull();
    assertThat(((ReadCall) call).content).isEqualTo("a:1:xx");
  }

  @Test
  void shouldReadThatAConfigurationDoesNotExist() {
    Call call = call(Operation.READ);
    ErrorResponse absent = ErrorResponse.of(Codes.CONFIG_NOT_FOUND, "config data not exist");

    assertThat(read(receive(absent), call)).isNull();
    assertThat(((ReadCall) call).content).isNull();
  }

  @Test
  void shouldReadWhichConfigurationsHaveChanged() {
    ListenCall call =
        new ListenCall().about(new int[] {0}, new ConfigContent[] {ConfigContent.NONE});
    List<ConfigChangeBatchListenResponse.Context> changed =
        List.of(
            new ConfigChangeBatchListenResponse.Context("g", "a", "t"),
            new ConfigChangeBatchListenResponse.Context("g", "a.1", "t"));

    assertThat(read(receive(new ConfigChangeBatchListenResponse(changed)), call)).isNull();
    assertThat(call.changed).containsExactly("a", "a.1");
  }

  @Test
  void shouldKeepTheMessageInItsBuffer() {
    ReceivedPayload answer = receive(new HealthCheckResponse());

    assertThat(answer.type()).isEqualTo("HealthCheckResponse");
    assertThat(new String(answer.body(), UTF_8))
        .isEqualTo(new String(GrpcMessages.json(new HealthCheckResponse()), UTF_8));
  }

  @Test
  void shouldForgetTheLastMessage() {
    receive(list(500));
    ReceivedPayload answer = receive(new HealthCheckResponse());

    assertThat(answer.type()).isEqualTo("HealthCheckResponse");
    assertThat(read(answer, call(Operation.BEAT))).isNull();
  }

  @Test
  void shouldCountAListLargerThanTheBuffer() {
    Call call = call(Operation.LIST);

    assertThat(read(receive(list(1000)), call)).isNull();
    assertThat(((ListCall) call).hosts).isEqualTo(1000);
    assertThat(((ListCall) call).healthy).isEqualTo(1000);
  }

  @Test
  void shouldReportWhyTheServerRefuses() {
    Call beat = call(Operation.BEAT);

    assertThat(read(receive(ErrorResponse.of(Codes.NO_RIGHT, "token expired")), beat))
        .isSameAs(Answer.REFUSED);
    assertThat(((BeatCall) beat).unknownInstance).isFalse();
    assertThat(read(receive(ErrorResponse.of(Codes.UNREGISTERED, "no")), beat))
        .isSameAs(Answer.UNREGISTERED);
    assertThat(((BeatCall) beat).unknownInstance).isTrue();
    assertThat(read(receive(ErrorResponse.of(503, "over threshold")), beat)).isEqualTo("error 503");
  }

  @Test
  void shouldRejectTheAnswerToAnotherRequest() {
    assertThat(read(receive(new HealthCheckResponse()), call(Operation.LIST)))
        .isEqualTo("unexpected answer");
    assertThat(read(receive(list(1)), call(Operation.REGISTER))).isEqualTo("unexpected answer");
  }

  @Test
  void shouldRejectBytesThatAreNoPayload() {
    byte[] noise = {0x12, 0x7f, 1, 2, 3};

    assertThatThrownBy(() -> received.parse(new ByteArrayInputStream(noise)))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("not a Nacos payload");
    ReceivedPayload nothing = received.parse(new ByteArrayInputStream(new byte[0]));
    assertThat(read(nothing, call(Operation.LIST))).isEqualTo("unexpected answer");
    assertThat(List.of(received.from(), received.to())).containsExactly(0, 0);
  }
}
