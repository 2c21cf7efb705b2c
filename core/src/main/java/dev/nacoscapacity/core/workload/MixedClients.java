package dev.nacoscapacity.core.workload;

/**
 * Clients of which some speak HTTP and the others gRPC.
 *
 * @param grpcShare initial share of those over gRPC, 0 to 1, by {@link Population#rank}
 */
public record MixedClients(double grpcShare, HttpClients http, GrpcClients grpc)
    implements Clients {}
