package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.reach.Reach;
import java.time.Duration;

/**
 * Settings of a fleet's gRPC calls. All other times are those of nacos-client 2.x's {@code
 * RpcClient}.
 *
 * @param namespace the namespace id; {@code public} for Nacos's default namespace
 * @param beat idle time of a connection before a health check is due; 5 s in the Java client
 * @param configPerClient whether each instance has its own configuration connection; otherwise each
 *     service has one
 * @param connectTimeout for a TCP connect
 * @param callTimeout for the response to a call; 3 s in the Java client
 * @param clientIp this machine's address as the registry sees it
 * @param connectionsPerSource connections of an event loop to one server per loopback source
 *     address, since the number of ports per address is limited; 0 to use one address only, as is
 *     required for remote servers
 * @param reach how to connect to the servers
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

  /** With the usual {@link Reach}. */
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
