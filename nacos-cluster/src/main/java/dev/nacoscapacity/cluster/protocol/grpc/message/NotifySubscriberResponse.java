package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Acknowledges {@link NotifySubscriberRequest}, on the stream. */
public record NotifySubscriberResponse(
    int resultCode, int errorCode, String message, String requestId) implements Response {

  /**
   * @param requestId of the request
   */
  public static NotifySubscriberResponse ok(String requestId) {
    return new NotifySubscriberResponse(Codes.SUCCESS, 0, null, requestId);
  }
}
