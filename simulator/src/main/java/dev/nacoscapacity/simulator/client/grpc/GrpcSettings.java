package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.reach.Reach;
import java.time.Duration;

/**
 * How a fleet calls over gRPC. Times that are not named here are those of nacos-client 2.x's {@code
 * RpcClient}.
 *
 * @param namespace the namespace's id; {@code public} for Nacos's default one
 * @param beat how long a connection may be idle before a health check is owed; the client's own is
 *     5 s
 * @param configPerClient whether each instance has a configuration connection of its own; else each
 *     service has one
 * @param connectTimeout for a TCP connection's set-up
 * @param callTimeout for a call's answer; the client's own is 3 s
 * @param clientIp this machine's own address as the registry sees it
 * @param connectionsPerSource after so many connections of an event loop to one server the next
 *     loopback address is their source, for a machine has only so many ports an address; 0 for
 *     never, as servers elsewhere must be called from this machine's own address
 * @param reach how to get to the servers
 */
public record GrpcSettings(
    String namespace,
    Duration beat,
    boolean configPerClient,
    Duration connectTimeout,
    Duration callTimeout,
    String clientIp,
    int connectionsPerSource,
    Reach reach) {

  /** To servers that are reached as usual. */
  public GrpcSettings(
      String namespace,
      Duration beat,
      boolean configPerClient,
      Duration connectTimeout,
      Duration callTimeout,
      String clientIp,
      int connectionsPerSource) {
    this(
        namespace,
        beat,
        configPerClient,
        connectTimeout,
        callTimeout,
        clientIp,
        connectionsPerSource,
        Reach.USUAL);
  }

  /** The tenant of a configuration: empty for the default namespace. */
  String tenant() {
    return namespace.equals("public") ? "" : namespace;
  }
}
