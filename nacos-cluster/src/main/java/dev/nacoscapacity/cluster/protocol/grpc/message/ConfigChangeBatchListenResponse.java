package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import java.util.List;

/** Answers {@link ConfigBatchListenRequest} with those that differ from what the client has. */
public record ConfigChangeBatchListenResponse(
    int resultCode, int errorCode, String message, String requestId, List<Context> changedConfigs)
    implements Response {

  public static ConfigChangeBatchListenResponse ok(List<Context> changedConfigs) {
    return new ConfigChangeBatchListenResponse(Codes.SUCCESS, 0, null, null, changedConfigs);
  }

  /** Names a configuration. */
  public record Context(String group, String dataId, String tenant) {}
}
