package dev.nacoscapacity.simulator.observe.proc;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.reach.Reach;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A registry node to keep an eye on.
 *
 * @param name as it appears in {@code servers.csv}
 * @param http where it answers
 * @param reach how to get to it
 * @param pid its process now, if it runs on this machine; asked at each sample, since a restarted
 *     node has a new one
 */
public record WatchedNode(
    String name, InetSocketAddress http, Reach reach, Supplier<OptionalLong> pid) {

  /** A node of a cluster of ours. */
  public static WatchedNode of(Node node) {
    return new WatchedNode(node.name(), node.http(), Reach.USUAL, node::pid);
  }

  /** A node of which nothing but the address is known. */
  public static WatchedNode at(String name, InetSocketAddress http, Reach reach) {
    return new WatchedNode(name, http, reach, OptionalLong::empty);
  }

  /** Where a 2.x node serves clients over gRPC. */
  public InetSocketAddress grpc() {
    return reach.grpc(http);
  }

  /** Whether its end of each connection is in this machine's socket table. */
  boolean isHere() {
    return http.getAddress() != null && http.getAddress().isLoopbackAddress();
  }
}
