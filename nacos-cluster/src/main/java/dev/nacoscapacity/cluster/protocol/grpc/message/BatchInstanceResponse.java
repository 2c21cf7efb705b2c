package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link BatchInstanceRequest}; {@code type} is the request's. */
public record BatchInstanceResponse(
    int resultCode, int errorCode, String message, String requestId, String type)
    implements Response {

  public static BatchInstanceResponse ok(String type) {
    return new BatchInstanceResponse(Codes.SUCCESS, 0, null, null, type);
  }
}
