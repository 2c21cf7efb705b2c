package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link HealthCheckRequest}. */
public record HealthCheckResponse(int resultCode, int errorCode, String message, String requestId)
    implements Response {

  public static HealthCheckResponse ok() {
    return new HealthCheckResponse(Codes.SUCCESS, 0, null, null);
  }
}
