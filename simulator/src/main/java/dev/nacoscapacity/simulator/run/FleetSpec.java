package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A fleet, and the nodes that it runs against: what one process of a run needs to know.
 *
 * @param settings of this process's part of the fleet
 * @param nodes the cluster's, in the order in which a client would be given them
 * @param access null without auth
 * @param grace what the registry is given before it is accused
 * @param connections the most HTTP connections that this process may have, long polls' not counted
 * @param standInHere whether a stand-in cluster runs in this process, too
 * @param api over which HTTP calls go
 */
public record FleetSpec(
    RunSettings settings,
    List<NodeAddress> nodes,
    Access access,
    GracePeriods grace,
    int connections,
    boolean standInHere,
    HttpApi api) {

  public FleetSpec {
    nodes = List.copyOf(nodes);
  }

  /** One that calls over HTTP v1. */
  public FleetSpec(
      RunSettings settings,
      List<NodeAddress> nodes,
      Access access,
      GracePeriods grace,
      int connections,
      boolean standInHere) {
    this(settings, nodes, access, grace, connections, standInHere, HttpApi.V1);
  }

  /** The same over an API. */
  public FleetSpec over(HttpApi other) {
    return new FleetSpec(settings, nodes, access, grace, connections, standInHere, other);
  }

  /**
   * A registry node.
   *
   * @param name as it appears in the record
   * @param host an address; names are not resolved
   */
  public record NodeAddress(String name, String host, int port) {

    public static NodeAddress of(String name, InetSocketAddress http) {
      return new NodeAddress(name, http.getAddress().getHostAddress(), http.getPort());
    }

    public InetSocketAddress http() {
      return new InetSocketAddress(host, port);
    }

    /** Where a 2.x node serves clients over gRPC. */
    public InetSocketAddress grpc() {
      return new InetSocketAddress(host, GrpcPorts.client(port));
    }
  }

  /** Names of the nodes. */
  public List<String> names() {
    return nodes.stream().map(NodeAddress::name).toList();
  }

  /** The same, with no more HTTP connections than these. */
  public FleetSpec withConnections(int most) {
    return new FleetSpec(settings, nodes, access, grace, most, standInHere, api);
  }

  /** The same for a part of the fleet, of {@code parts}. */
  public FleetSpec part(RunSettings of, int parts, int connectionsOfPart) {
    return new FleetSpec(of, nodes, access, grace.ofPart(parts), connectionsOfPart, false, api);
  }
}
