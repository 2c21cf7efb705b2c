package dev.nacoscapacity.core.workload;

import java.time.Duration;

/**
 * Clients of which some speak HTTP and the others gRPC. Those over HTTP open a connection whenever
 * none is free, and ask for no pushes.
 *
 * @param grpcShare initial share of those over gRPC, 0 to 1, by {@link Population#rank}
 * @param callTimeout of one attempt over HTTP, from when it was written
 */
public record MixedClients(double grpcShare, Duration callTimeout, GrpcClients grpc)
    implements Clients {}
