package dev.nacoscapacity.cluster.protocol.grpc.message;

/** The server tells a subscriber how a service looks now. */
public record NotifySubscriberRequest(
    String requestId,
    String namespace,
    String serviceName,
    String groupName,
    ServiceInfo serviceInfo)
    implements NamingRequest {}
