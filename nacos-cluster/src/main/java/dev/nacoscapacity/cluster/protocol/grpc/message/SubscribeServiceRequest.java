package dev.nacoscapacity.cluster.protocol.grpc.message;

/**
 * Wants to hear of a service's changes, or no longer.
 *
 * @param clusters separated by commas; empty for all
 */
public record SubscribeServiceRequest(
    String requestId,
    String namespace,
    String serviceName,
    String groupName,
    boolean subscribe,
    String clusters)
    implements NamingRequest {}
