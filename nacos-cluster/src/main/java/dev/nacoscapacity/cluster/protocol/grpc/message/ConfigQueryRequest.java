package dev.nacoscapacity.cluster.protocol.grpc.message;

/**
 * Asks for a configuration.
 *
 * @param tag null for none
 */
public record ConfigQueryRequest(
    String requestId, String dataId, String group, String tenant, String tag)
    implements ConfigRequest {}
