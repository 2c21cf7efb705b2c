package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link ConfigRemoveRequest}. */
public record ConfigRemoveResponse(int resultCode, int errorCode, String message, String requestId)
    implements Response {

  public static ConfigRemoveResponse ok() {
    return new ConfigRemoveResponse(Codes.SUCCESS, 0, null, null);
  }
}
