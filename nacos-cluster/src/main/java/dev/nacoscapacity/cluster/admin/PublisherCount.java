package dev.nacoscapacity.cluster.admin;

/**
 * Number of clients that registered the instances of a service.
 *
 * @param http clients over HTTP, one for each instance
 * @param grpc clients over gRPC, one for each connection
 */
public record PublisherCount(int http, int grpc) {}
