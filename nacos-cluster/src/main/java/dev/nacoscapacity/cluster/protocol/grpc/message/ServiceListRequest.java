package dev.nacoscapacity.cluster.protocol.grpc.message;

/**
 * Asks for a page of a namespace's service names.
 *
 * @param pageNo from 1
 * @param selector JSON; null for none
 */
public record ServiceListRequest(
    String requestId,
    String namespace,
    String serviceName,
    String groupName,
    int pageNo,
    int pageSize,
    String selector)
    implements NamingRequest {}
