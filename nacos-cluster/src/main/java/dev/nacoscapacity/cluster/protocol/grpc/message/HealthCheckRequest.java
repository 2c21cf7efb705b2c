package dev.nacoscapacity.cluster.protocol.grpc.message;

/** The heartbeat of an idle connection. */
public record HealthCheckRequest(String requestId) implements Request {}
