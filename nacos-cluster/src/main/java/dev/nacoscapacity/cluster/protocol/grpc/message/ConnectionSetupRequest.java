package dev.nacoscapacity.cluster.protocol.grpc.message;

import java.util.Map;

/**
 * The first message on the stream: it makes the connection known to the server.
 *
 * @param tenant the namespace; null if none
 * @param labels {@code source} and {@code module} at least
 * @param abilityTable from 2.3 on; null before. A server that knows it answers {@link
 *     SetupAckRequest}
 */
public record ConnectionSetupRequest(
    String requestId,
    String clientVersion,
    String tenant,
    Map<String, String> labels,
    Map<String, Boolean> abilityTable)
    implements Request {}
