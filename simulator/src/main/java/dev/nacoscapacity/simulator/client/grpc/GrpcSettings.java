package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.Workload;
import java.time.Duration;

/**
 * Settings of a fleet's gRPC calls. All other times are those of nacos-client 2.x's {@code
 * RpcClient}.
 *
 * @param workload some of whose clients speak gRPC
 * @param clientIp this machine's address as the registry sees it
 * @param connectionsPerSource connections of an event loop to one server per loopback source
 *     address, since the number of ports per address is limited; 0 to use one address only, as is
 *     required for remote servers
 * @param reach how to connect to the servers
 */
public record GrpcSettings(
    Workload workload, String clientIp, int connectionsPerSource, Reach reach) {

  private GrpcClients clients() {
    return workload.clients().overGrpc().orElseThrow();
  }

  /** Whether each instance has its own configuration connection; otherwise each service has one. */
  boolean configPerClient() {
    return clients().configPerClient();
  }

  /** For the response to a call; 3 s in the Java client. */
  Duration callTimeout() {
    return clients().callTimeout();
  }
}
