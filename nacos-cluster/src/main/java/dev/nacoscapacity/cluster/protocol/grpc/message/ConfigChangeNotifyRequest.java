package dev.nacoscapacity.cluster.protocol.grpc.message;

/** The server tells a listener that a configuration changed, without its content. */
public record ConfigChangeNotifyRequest(
    String requestId, String dataId, String group, String tenant) implements ConfigRequest {}
