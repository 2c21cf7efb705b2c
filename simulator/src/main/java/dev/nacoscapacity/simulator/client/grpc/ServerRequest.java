package dev.nacoscapacity.simulator.client.grpc;

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
public enum ServerRequest {

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

  private final String type;
  private final Function<String, Record> answer;

  ServerRequest(String type, Function<String, Record> answer) {
    this.type = type;
    this.answer = answer;
  }

  /**
   * @param type simple class name of the message
   */
  static ServerRequest of(String type) {
    for (ServerRequest known : ALL) {
      if (known.type.equals(type)) {
        return known;
      }
    }
    return OTHER;
  }

  /** The answer that a request wants, or null. */
  Record answer(String requestId) {
    return answer.apply(requestId);
  }
}
