package dev.nacoscapacity.cluster.admin;

/**
 * How many clients registered a service's instances.
 *
 * @param http over HTTP, which are an instance each
 * @param grpc over gRPC, which are a connection each
 */
public record PublisherCount(int http, int grpc) {}
