package dev.nacoscapacity.simulator.observe.proc;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A registry node to keep an eye on.
 *
 * @param name as it appears in {@code servers.csv}
 * @param http where it answers
 * @param pid its process now, if it runs on this machine; asked at each sample, since a restarted
 *     node has a new one
 */
public record WatchedNode(String name, InetSocketAddress http, Supplier<OptionalLong> pid) {

  /** A node of a cluster of ours. */
  public static WatchedNode of(Node node) {
    return new WatchedNode(node.name(), node.http(), node::pid);
  }

  /** A node of which nothing but the address is known. */
  public static WatchedNode at(InetSocketAddress http) {
    return new WatchedNode(http.getHostString() + ":" + http.getPort(), http, OptionalLong::empty);
  }

  /** Where a 2.x node serves clients over gRPC. */
  public InetSocketAddress grpc() {
    return new InetSocketAddress(http.getAddress(), GrpcPorts.client(http.getPort()));
  }

  /** Whether its end of each connection is in this machine's socket table. */
  boolean isHere() {
    return http.getAddress() != null && http.getAddress().isLoopbackAddress();
  }
}
