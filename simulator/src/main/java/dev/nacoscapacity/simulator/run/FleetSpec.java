package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A fleet, and the nodes that it runs against: the input of one process of a run.
 *
 * @param settings of the part of the fleet of this process
 * @param nodes of the cluster, in the order in which clients would be configured with them
 * @param access null without auth
 * @param grace how long the registry may take before a difference counts as a fault
 * @param connections most HTTP connections of this process, long polls excluded
 * @param standInHere whether a stand-in cluster also runs in this process
 * @param api version of the HTTP API
 * @param reach how to reach the nodes
 */
public record FleetSpec(
    Workload settings,
    List<NodeAddress> nodes,
    Access access,
    GracePeriods grace,
    int connections,
    boolean standInHere,
    HttpApi api,
    Reach reach) {

  public FleetSpec {
    nodes = List.copyOf(nodes);
  }

  /** Calls over HTTP v1, and reaches nodes directly. */
  public FleetSpec(
      Workload settings,
      List<NodeAddress> nodes,
      Access access,
      GracePeriods grace,
      int connections,
      boolean standInHere) {
    this(settings, nodes, access, grace, connections, standInHere, HttpApi.V1, Reach.USUAL);
  }

  /**
   * A registry node.
   *
   * @param name in the record
   * @param http its HTTP endpoint
   */
  public record NodeAddress(String name, Endpoint http) {

    public static NodeAddress of(String name, InetSocketAddress http) {
      return new NodeAddress(name, Endpoint.of(http));
    }
  }

  /** The login of the user; empty without auth. */
  Optional<Access> login() {
    return Optional.ofNullable(access);
  }

  /** Addresses of the nodes by number, followed by the entry points that clients call instead. */
  List<InetSocketAddress> servers() {
    return Stream.concat(nodes.stream().map(NodeAddress::http), reach.entry().stream())
        .map(Endpoint::address)
        .toList();
  }

  /** The number of addresses that clients choose from: nodes, or entry points if any. */
  public int called() {
    return reach.entry().isEmpty() ? nodes.size() : reach.entry().size();
  }

  public List<String> names() {
    return nodes.stream().map(NodeAddress::name).toList();
  }

  /** A copy with another limit of HTTP connections. */
  public FleetSpec withConnections(int most) {
    return new FleetSpec(settings, nodes, access, grace, most, standInHere, api, reach);
  }

  /**
   * Divides the fleet between processes. Each part may deviate as far as the verdict accepts of the
   * whole fleet, which is judged by the sum.
   *
   * @param parts at least 1 and at most the number of services
   * @param connectionsOfPart most HTTP connections of each part, long polls excluded
   */
  public List<FleetSpec> split(int parts, int connectionsOfPart) {
    return settings.split(parts).stream()
        .map(of -> new FleetSpec(of, nodes, access, grace, connectionsOfPart, false, api, reach))
        .toList();
  }
}
