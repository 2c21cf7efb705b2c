package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link ServiceQueryRequest}. */
public record QueryServiceResponse(
    int resultCode, int errorCode, String message, String requestId, ServiceInfo serviceInfo)
    implements Response {

  public static QueryServiceResponse ok(ServiceInfo serviceInfo) {
    return new QueryServiceResponse(Codes.SUCCESS, 0, null, null, serviceInfo);
  }
}
