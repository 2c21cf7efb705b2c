package dev.nacoscapacity.cluster.protocol.grpc.message;

/** The first call on a connection. */
public record ServerCheckRequest(String requestId) implements Request {}
