package dev.nacoscapacity.core.workload;

/**
 * Clients of which some speak HTTP and the others gRPC.
 *
 * @param grpcShare initial share of those over gRPC, 0 to 1, by {@link Population#rank}
 * @throws IllegalArgumentException when those over HTTP share a limit of connections, or ask for
 *     UDP pushes, which only a fleet over HTTP alone does
 */
public record MixedClients(double grpcShare, HttpClients http, GrpcClients grpc)
    implements Clients {

  public MixedClients {
    if (http.connections().isPresent() || http.pushSubscribers() > 0) {
      throw new IllegalArgumentException(
          "clients of both protocols have no limit of connections, and no UDP pushes");
    }
  }
}
