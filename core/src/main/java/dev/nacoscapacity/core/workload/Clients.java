package dev.nacoscapacity.core.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** How the clients of a fleet call the registry, by the protocol that they speak. */
public sealed interface Clients permits HttpClients, GrpcClients, MixedClients {

  /** A naming client 1.4.2's connect timeout. */
  Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /** What they speak. */
  default Protocol protocol() {
    return this instanceof MixedClients both
        ? new Protocol(both.grpcShare(), true)
        : this instanceof GrpcClients ? Protocol.GRPC : Protocol.HTTP;
  }

  /** Those over gRPC, now or after a migration; empty when all speak HTTP. */
  default Optional<GrpcClients> overGrpc() {
    return this instanceof MixedClients both
        ? Optional.of(both.grpc())
        : this instanceof GrpcClients grpc ? Optional.of(grpc) : Optional.empty();
  }

  /** The limit of connections over HTTP; empty without one. */
  default OptionalInt httpConnections() {
    return this instanceof HttpClients http ? http.connections() : OptionalInt.empty();
  }

  /** Instances below this number ask for UDP pushes. */
  default int pushSubscribers() {
    return this instanceof HttpClients http ? http.pushSubscribers() : 0;
  }

  /** Timeout of an attempt over HTTP; clients over gRPC scrape and log in over it, too. */
  Duration callTimeout();

  /** Timeout of a login, which is a call over HTTP: that of the real client unless one is given. */
  default Duration loginTimeout() {
    // Asked for at each call: without an Optional.
    boolean usual =
        this instanceof MixedClients both
            ? both.grpc().hasDefaultTimeout()
            : this instanceof GrpcClients grpc && grpc.hasDefaultTimeout();
    return usual ? HttpClients.DEFAULT_CALL_TIMEOUT : callTimeout();
  }

  /** Time to establish a connection, at most that of a call. */
  default Duration connectTimeout() {
    return callTimeout().compareTo(DEFAULT_CONNECT_TIMEOUT) < 0
        ? callTimeout()
        : DEFAULT_CONNECT_TIMEOUT;
  }

  /** Whether clients over gRPC list services, instead of only subscribing; true over HTTP alone. */
  default boolean polls() {
    return overGrpc().map(GrpcClients::model).orElse(ClientModel.POLLING) == ClientModel.POLLING;
  }

  /** Whether any clients list services. */
  default boolean list() {
    return !(this instanceof GrpcClients) || polls();
  }
}
