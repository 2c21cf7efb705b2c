package dev.nacoscapacity.cluster.protocol.grpc.message;

/**
 * Registers or deregisters one instance of the connection's.
 *
 * @param type {@code registerInstance} or {@code deregisterInstance}
 */
public record InstanceRequest(
    String requestId,
    String namespace,
    String serviceName,
    String groupName,
    String type,
    Instance instance)
    implements NamingRequest {}
