package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Acknowledges {@link ConfigChangeNotifyRequest}, on the stream. */
public record ConfigChangeNotifyResponse(
    int resultCode, int errorCode, String message, String requestId) implements Response {

  /**
   * @param requestId of the request
   */
  public static ConfigChangeNotifyResponse ok(String requestId) {
    return new ConfigChangeNotifyResponse(Codes.SUCCESS, 0, null, requestId);
  }
}
