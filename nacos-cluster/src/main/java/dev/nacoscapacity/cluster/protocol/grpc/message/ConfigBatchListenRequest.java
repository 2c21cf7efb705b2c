package dev.nacoscapacity.cluster.protocol.grpc.message;

import java.util.List;

/** Tells which configurations the client has, and wants to hear of their changes or no longer. */
public record ConfigBatchListenRequest(
    String requestId, boolean listen, List<Context> configListenContexts) implements ConfigRequest {

  /**
   * @param md5 of what the client has; empty for nothing
   * @param tenant the namespace; empty for {@code public}
   */
  public record Context(String group, String md5, String dataId, String tenant) {}
}
