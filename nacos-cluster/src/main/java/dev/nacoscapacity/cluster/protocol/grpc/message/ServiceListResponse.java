package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import java.util.List;

/**
 * Answers {@link ServiceListRequest}.
 *
 * @param count of all services, not only of this page
 */
public record ServiceListResponse(
    int resultCode,
    int errorCode,
    String message,
    String requestId,
    int count,
    List<String> serviceNames)
    implements Response {

  public static ServiceListResponse ok(int count, List<String> serviceNames) {
    return new ServiceListResponse(Codes.SUCCESS, 0, null, null, count, serviceNames);
  }
}
