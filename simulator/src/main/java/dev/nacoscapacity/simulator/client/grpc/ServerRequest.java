package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ClientDetectionRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ClientDetectionResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeNotifyRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigChangeNotifyResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectResetRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectResetResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SetupAckRequest;
import java.util.function.Function;

/** The requests that a server sends on a client's stream, and the client's responses. */
public enum ServerRequest {

  /** Acknowledges the connection's set-up. */
  SETUP_ACK(SetupAckRequest.class.getSimpleName(), id -> null),

  /** Pushes the hosts of a service. */
  PUSH(NotifySubscriberRequest.class.getSimpleName(), NotifySubscriberResponse::new),

  /** Checks whether the client is alive. */
  DETECTION(ClientDetectionRequest.class.getSimpleName(), ClientDetectionResponse::new),

  CONFIG_CHANGE(ConfigChangeNotifyRequest.class.getSimpleName(), ConfigChangeNotifyResponse::new),

  /** Asks the client to connect to another server. */
  RESET(ConnectResetRequest.class.getSimpleName(), ConnectResetResponse::new),

  /** Any request unknown to this project. */
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
    for (ServerRequest request : ALL) {
      if (request.type.equals(type)) {
        return request;
      }
    }
    return OTHER;
  }

  /** The response to a request, or null if it needs none. */
  Record answer(String requestId) {
    return answer.apply(requestId);
  }
}
