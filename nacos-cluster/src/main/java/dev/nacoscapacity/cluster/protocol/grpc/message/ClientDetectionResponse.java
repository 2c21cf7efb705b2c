package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link ClientDetectionRequest}, on the stream. */
public record ClientDetectionResponse(
    int resultCode, int errorCode, String message, String requestId) implements Response {

  /**
   * @param requestId of the request
   */
  public static ClientDetectionResponse ok(String requestId) {
    return new ClientDetectionResponse(Codes.SUCCESS, 0, null, requestId);
  }
}
