package dev.nacoscapacity.cluster.protocol.grpc.message;

/**
 * Asks for the list of a service's instances.
 *
 * @param cluster separated by commas; empty for all
 * @param udpPort 0: a 2.x client is told of changes on its stream
 */
public record ServiceQueryRequest(
    String requestId,
    String namespace,
    String serviceName,
    String groupName,
    String cluster,
    boolean healthyOnly,
    int udpPort)
    implements NamingRequest {}
