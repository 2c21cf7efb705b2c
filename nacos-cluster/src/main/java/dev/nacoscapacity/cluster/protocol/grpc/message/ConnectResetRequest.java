package dev.nacoscapacity.cluster.protocol.grpc.message;

/**
 * The server asks the client to connect elsewhere.
 *
 * @param serverIp where to; null for any other server
 * @param serverPort the other server's HTTP port
 */
public record ConnectResetRequest(String requestId, String serverIp, String serverPort)
    implements Request {}
