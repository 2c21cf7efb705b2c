package dev.nacoscapacity.cluster.protocol.grpc.message;

import java.util.List;

/**
 * Registers all of a connection's instances of one service, in place of those it had.
 *
 * @param type {@code batchRegisterInstance}
 */
public record BatchInstanceRequest(
    String requestId,
    String namespace,
    String serviceName,
    String groupName,
    String type,
    List<Instance> instances)
    implements NamingRequest {}
