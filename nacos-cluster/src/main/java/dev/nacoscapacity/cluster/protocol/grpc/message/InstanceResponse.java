package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link InstanceRequest}; {@code type} is the request's. */
public record InstanceResponse(
    int resultCode, int errorCode, String message, String requestId, String type)
    implements Response {

  public static InstanceResponse ok(String type) {
    return new InstanceResponse(Codes.SUCCESS, 0, null, null, type);
  }
}
