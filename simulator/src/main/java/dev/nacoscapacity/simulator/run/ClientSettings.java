package dev.nacoscapacity.simulator.run;

import java.time.Duration;

/**
 * How clients call the registry.
 *
 * @param protocol of the clients
 * @param connections most HTTP connections of this shard for all calls except long polls and reads
 *     of truth, over all nodes and loops together; null to open one whenever none is free
 * @param subscribe over HTTP only: number of instances that request UDP pushes with their lists;
 *     otherwise number of services that each instance over gRPC subscribes to
 * @param loginEach whether every instance logs in and has its own token
 * @param connectTimeout time to establish a connection
 * @param callTimeout of one attempt, from when it was written; null for the default of the real
 *     client of each protocol
 */
public record ClientSettings(
    Protocol protocol,
    Integer connections,
    int subscribe,
    boolean loginEach,
    Duration connectTimeout,
    Duration callTimeout) {

  /** A naming client 1.4.2's read timeout. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(50);

  /** A naming client 1.4.2's connect timeout. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /** A 2.x client's timeout of a request over gRPC. */
  public static final Duration DEFAULT_GRPC_CALL_TIMEOUT = Duration.ofSeconds(3);

  /** HTTP, unbounded connections, no pushes, one shared token. */
  public static final ClientSettings HTTP =
      new ClientSettings(
          Protocol.HTTP, null, 0, false, DEFAULT_CONNECT_TIMEOUT, DEFAULT_CALL_TIMEOUT);

  /** The default timeout of a call; null when clients speak two protocols. */
  public static Duration defaultCallTimeout(Protocol protocol) {
    if (protocol.mixed()) {
      return null;
    }
    return protocol.grpc() ? DEFAULT_GRPC_CALL_TIMEOUT : DEFAULT_CALL_TIMEOUT;
  }

  /** Timeout of calls over HTTP. */
  Duration httpCallTimeout() {
    return callTimeout == null ? DEFAULT_CALL_TIMEOUT : callTimeout;
  }

  /** Timeout of calls over gRPC. */
  Duration grpcCallTimeout() {
    return callTimeout == null ? DEFAULT_GRPC_CALL_TIMEOUT : callTimeout;
  }

  /** Timeout of logins, which are calls over HTTP of clients over gRPC, too. */
  Duration loginTimeout() {
    return protocol.grpc() && DEFAULT_GRPC_CALL_TIMEOUT.equals(callTimeout)
        ? DEFAULT_CALL_TIMEOUT
        : httpCallTimeout();
  }

  /** Whether the number of connections is limited. */
  boolean bounded() {
    return connections != null;
  }

  /** A copy with other numbers of connections and subscriptions. */
  ClientSettings withConnections(Integer otherConnections, int otherSubscribe) {
    return new ClientSettings(
        protocol, otherConnections, otherSubscribe, loginEach, connectTimeout, callTimeout);
  }
}
