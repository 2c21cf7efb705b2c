package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/** Answers {@link SubscribeServiceRequest} with how the service looks now. */
public record SubscribeServiceResponse(
    int resultCode, int errorCode, String message, String requestId, ServiceInfo serviceInfo)
    implements Response {

  public static SubscribeServiceResponse ok(ServiceInfo serviceInfo) {
    return new SubscribeServiceResponse(Codes.SUCCESS, 0, null, null, serviceInfo);
  }
}
