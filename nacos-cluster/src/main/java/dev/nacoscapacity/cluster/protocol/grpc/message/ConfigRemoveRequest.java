package dev.nacoscapacity.cluster.protocol.grpc.message;

/** Deletes a configuration. */
public record ConfigRemoveRequest(
    String requestId, String dataId, String group, String tenant, String tag)
    implements ConfigRequest {}
