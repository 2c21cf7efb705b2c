package dev.nacoscapacity.simulator.run;

import java.time.Duration;

/**
 * How clients speak to the registry.
 *
 * @param protocol what they speak
 * @param connections the most of this shard over HTTP for all calls but long polls and reads of
 *     truth, over all nodes and loops together; null when a call opens one whenever none is free
 * @param subscribe where all speak HTTP, how many instances ask for UDP pushes in their lists; else
 *     how many services each instance over gRPC subscribes to
 * @param loginEach whether every instance logs in for itself
 * @param connectTimeout for a connection's set-up
 * @param callTimeout for one attempt, from its being written; null for the real client's of each
 *     protocol
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

  /** Over HTTP, as many connections as calls need, no pushes, and one token for all. */
  public static final ClientSettings HTTP =
      new ClientSettings(
          Protocol.HTTP, null, 0, false, DEFAULT_CONNECT_TIMEOUT, DEFAULT_CALL_TIMEOUT);

  /** The real client's timeout of a call; null where clients speak two protocols. */
  public static Duration defaultCallTimeout(Protocol protocol) {
    if (protocol.mixed()) {
      return null;
    }
    return protocol.grpc() ? DEFAULT_GRPC_CALL_TIMEOUT : DEFAULT_CALL_TIMEOUT;
  }

  /** Of calls over HTTP. */
  Duration httpCallTimeout() {
    return callTimeout == null ? DEFAULT_CALL_TIMEOUT : callTimeout;
  }

  /** Of calls over gRPC. */
  Duration grpcCallTimeout() {
    return callTimeout == null ? DEFAULT_GRPC_CALL_TIMEOUT : callTimeout;
  }

  /** Whether only so many connections were asked for. */
  boolean bounded() {
    return connections != null;
  }

  /** The same with other shares of what is counted. */
  ClientSettings sharing(Integer otherConnections, int otherSubscribe) {
    return new ClientSettings(
        protocol, otherConnections, otherSubscribe, loginEach, connectTimeout, callTimeout);
  }
}
