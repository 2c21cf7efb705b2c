package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.reach.Reach;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A registry node to watch.
 *
 * @param name in {@code servers.csv}
 * @param http its HTTP address
 * @param reach how the node is reached
 * @param pid its current process, if it runs on this machine; queried at each sample, since a
 *     restarted node has a new one
 */
public record WatchedNode(
    String name, InetSocketAddress http, Reach reach, Supplier<OptionalLong> pid) {

  /** A node of a cluster that this project started. */
  public static WatchedNode of(Node node) {
    return new WatchedNode(node.name(), node.http(), Reach.USUAL, node::pid);
  }

  /** A node of which nothing but the address is known. */
  public static WatchedNode at(String name, InetSocketAddress http, Reach reach) {
    return new WatchedNode(name, http, reach, OptionalLong::empty);
  }

  /** The addresses at which it serves clients: HTTP, and gRPC unless that port cannot be. */
  List<InetSocketAddress> served() {
    return reach.hasGrpcPort(http) ? List.of(http, reach.grpc(http)) : List.of(http);
  }

  /** Whether its end of each connection is in this machine's socket table. */
  boolean isHere() {
    return http.getAddress() != null && http.getAddress().isLoopbackAddress();
  }
}
