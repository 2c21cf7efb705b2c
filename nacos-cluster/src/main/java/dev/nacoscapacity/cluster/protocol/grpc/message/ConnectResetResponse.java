package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link ConnectResetRequest}, on the stream. */
public record ConnectResetResponse(int resultCode, int errorCode, String message, String requestId)
    implements Response {

  /**
   * @param requestId of the request
   */
  public static ConnectResetResponse ok(String requestId) {
    return new ConnectResetResponse(Codes.SUCCESS, 0, null, requestId);
  }
}
