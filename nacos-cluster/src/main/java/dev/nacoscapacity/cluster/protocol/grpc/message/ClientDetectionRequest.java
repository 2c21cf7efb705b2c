package dev.nacoscapacity.cluster.protocol.grpc.message;

/** The server asks whether an idle client is still there. */
public record ClientDetectionRequest(String requestId) implements Request {}
