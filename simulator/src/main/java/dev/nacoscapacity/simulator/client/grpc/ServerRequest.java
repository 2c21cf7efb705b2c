package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.grpc.Message.ClientDetectionRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ClientDetectionResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigChangeNotifyRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConfigChangeNotifyResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConnectResetRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ConnectResetResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.NotifySubscriberResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Message.SetupAckRequest;
import java.util.function.Function;

/** What a server sends by itself on a client's stream, and what the client answers. */
enum ServerRequest {

  /** It has taken the set-up in. */
  SETUP_ACK(SetupAckRequest.class.getSimpleName(), id -> null),

  /** A service's list. */
  PUSH(NotifySubscriberRequest.class.getSimpleName(), NotifySubscriberResponse::ok),

  /** Is the client there? */
  DETECTION(ClientDetectionRequest.class.getSimpleName(), ClientDetectionResponse::ok),

  CONFIG_CHANGE(ConfigChangeNotifyRequest.class.getSimpleName(), ConfigChangeNotifyResponse::ok),

  /** The client should connect to another. */
  RESET(ConnectResetRequest.class.getSimpleName(), ConnectResetResponse::ok),

  /** None that a client of this project knows. */
  OTHER("", id -> null);

  private static final ServerRequest[] ALL = values();
  private static final byte[] REQUEST_ID = "\"requestId\":\"".getBytes(US_ASCII);

  private final String type;
  private final Function<String, Record> answer;

  ServerRequest(String type, Function<String, Record> answer) {
    this.type = type;
    this.answer = answer;
  }

  static ServerRequest of(Received request) {
    for (ServerRequest known : ALL) {
      if (known.type.equals(request.type())) {
        return known;
      }
    }
    return OTHER;
  }

  /** The answer that a request wants, or null. */
  Record answer(Received request) {
    return answer.apply(request.text(REQUEST_ID));
  }
}
