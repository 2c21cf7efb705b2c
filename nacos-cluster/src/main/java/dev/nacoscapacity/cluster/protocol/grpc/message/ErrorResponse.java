package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers a request that reached no handler, and reads the outcome of any other answer. */
public record ErrorResponse(int resultCode, int errorCode, String message, String requestId)
    implements Response {

  /**
   * @param errorCode one of {@link Codes}
   */
  public static ErrorResponse of(int errorCode, String message) {
    return new ErrorResponse(Codes.FAIL, errorCode, message, null);
  }
}
