package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link ConfigPublishRequest}. */
public record ConfigPublishResponse(int resultCode, int errorCode, String message, String requestId)
    implements Response {

  public static ConfigPublishResponse ok() {
    return new ConfigPublishResponse(Codes.SUCCESS, 0, null, null);
  }
}
