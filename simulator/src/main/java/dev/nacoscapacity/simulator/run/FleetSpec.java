package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;

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
 * @param reach how to get to the nodes
 */
public record FleetSpec(
    RunSettings settings,
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

  /** One that calls over HTTP v1, as usual. */
  public FleetSpec(
      RunSettings settings,
      List<NodeAddress> nodes,
      Access access,
      GracePeriods grace,
      int connections,
      boolean standInHere) {
    this(settings, nodes, access, grace, connections, standInHere, HttpApi.V1, Reach.USUAL);
  }

  /** The same over an API. */
  public FleetSpec over(HttpApi other) {
    return new FleetSpec(settings, nodes, access, grace, connections, standInHere, other, reach);
  }

  /**
   * A registry node.
   *
   * @param name as it appears in the record
   */
  public record NodeAddress(String name, Endpoint http) {

    public static NodeAddress of(String name, InetSocketAddress http) {
      return new NodeAddress(name, Endpoint.of(http));
    }
  }

  /** The nodes, by number, and after them what clients call in their place. */
  List<InetSocketAddress> servers() {
    return Stream.concat(nodes.stream().map(NodeAddress::http), reach.entry().stream())
        .map(Endpoint::address)
        .toList();
  }

  /** How many of them clients call by themselves. */
  public int called() {
    return reach.entry().isEmpty() ? nodes.size() : reach.entry().size();
  }

  /** Names of the nodes. */
  public List<String> names() {
    return nodes.stream().map(NodeAddress::name).toList();
  }

  /** The same, with no more HTTP connections than these. */
  public FleetSpec withConnections(int most) {
    return new FleetSpec(settings, nodes, access, grace, most, standInHere, api, reach);
  }

  /** The same for a part of the fleet, of {@code parts}. */
  public FleetSpec part(RunSettings of, int parts, int connectionsOfPart) {
    return new FleetSpec(
        of, nodes, access, grace.ofPart(parts), connectionsOfPart, false, api, reach);
  }
}
