package dev.nacoscapacity.core.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * Clients of which some speak HTTP and the others gRPC.
 *
 * @param grpcShare initial share of those over gRPC, 0 to 1, by {@link Population#rank}
 */
public record MixedClients(double grpcShare, HttpClients http, GrpcClients grpc)
    implements Clients {

  @Override
  public Protocol protocol() {
    return Protocol.mixed(grpcShare);
  }

  @Override
  public Optional<HttpClients> overHttp() {
    return Optional.of(http);
  }

  @Override
  public Optional<GrpcClients> overGrpc() {
    return Optional.of(grpc);
  }

  @Override
  public Duration httpCallTimeout() {
    return http.callTimeout();
  }
}
