package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeBatchListenResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SubscribeServiceResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ConfigCall;
import dev.nacoscapacity.simulator.verify.HostCounter;
import dev.nacoscapacity.simulator.verify.NamedInstances;
import java.util.HashMap;
import java.util.Map;

/**
 * Extracts from the payload received last what the call needs. The hosts of a list are only
 * counted.
 */
final class GrpcAnswerReader implements GrpcAnswer {

  private static final String UNEXPECTED = "unexpected answer";

  private static final byte[] RESULT_CODE = "\"resultCode\":".getBytes(US_ASCII);
  private static final byte[] NEGOTIATES = "\"supportAbilityNegotiation\":true".getBytes(US_ASCII);
  private static final byte[] DATA_ID = "\"dataId\":\"".getBytes(US_ASCII);
  private static final byte[] CONTENT = "\"content\":\"".getBytes(US_ASCII);
  private static final String NO_CONFIG = "error " + Codes.CONFIG_NOT_FOUND;
  private static final byte[] ERROR_CODE = "\"errorCode\":".getBytes(US_ASCII);

  /** Result and error codes are within this many bytes of the payload's beginning or end. */
  private static final int SEARCH_BYTES = 512;

  private final ReceivedPayload answer;
  private final HostCounter hosts = new HostCounter();
  private final Map<Integer, String> failures = new HashMap<>();

  /**
   * @param answer always holds the payload received last
   */
  GrpcAnswerReader(ReceivedPayload answer) {
    this.answer = answer;
  }

  @Override
  public String read(Call call) {
    String failure = failure();
    if (call.operation == Operation.READ && NO_CONFIG.equals(failure)) {
      return null;
    }
    if (failure != null) {
      call.unknownInstance = failure.equals(UNREGISTERED) && call.operation == Operation.BEAT;
      return failure;
    }
    if (!answer.type().equals(expected(call.operation))) {
      return UNEXPECTED;
    }
    if (call.operation == Operation.LIST && !counted(call)) {
      return UNEXPECTED;
    }
    if (call.configuration != null) {
      read(call.configuration, call.operation);
    } else if (call.wantsBody) {
      byte[] body = answer.body();
      call.listing = new NamedInstances().over(body, 0, body.length);
    }
    return null;
  }

  private void read(ConfigCall configuration, Operation operation) {
    switch (operation) {
      case LISTEN -> configuration.changed = answer.texts(DATA_ID);
      case READ -> configuration.text = answer.text(CONTENT);
      default -> {}
    }
  }

  @Override
  public boolean negotiates() {
    return answer.after(NEGOTIATES) >= 0;
  }

  /** The reason of failure from the payload's result and error codes, or null on success. */
  private String failure() {
    int result = answer.number(RESULT_CODE, SEARCH_BYTES);
    if (result == Codes.SUCCESS) {
      return null;
    }
    int error = answer.number(ERROR_CODE, SEARCH_BYTES);
    return switch (error) {
      case Codes.NO_RIGHT -> REFUSED;
      case Codes.UNREGISTERED -> UNREGISTERED;
      case -1 -> UNEXPECTED;
      default -> failures.computeIfAbsent(error, code -> "error " + code);
    };
  }

  private boolean counted(Call call) {
    hosts.reset();
    hosts.add(answer.bytes(), answer.from(), answer.to() - answer.from());
    call.hosts = hosts.hosts();
    call.healthy = hosts.healthy();
    return hosts.plausible();
  }

  private static String expected(Operation operation) {
    Class<?> answer =
        switch (operation) {
          case BEAT -> HealthCheckResponse.class;
          case LIST -> QueryServiceResponse.class;
          case LISTEN -> ConfigChangeBatchListenResponse.class;
          case READ -> ConfigQueryResponse.class;
          case PUBLISH -> ConfigPublishResponse.class;
          case REMOVE -> ConfigRemoveResponse.class;
          case REGISTER, DEREGISTER -> InstanceResponse.class;
          case SUBSCRIBE -> SubscribeServiceResponse.class;
          case CONNECT -> ServerCheckResponse.class;
          case PUSH, LOGIN, SCRAPE, SWEEP ->
              throw new IllegalArgumentException("no unary call: " + operation);
        };
    return answer.getSimpleName();
  }
}
