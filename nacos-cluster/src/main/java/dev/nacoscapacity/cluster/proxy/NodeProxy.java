package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Layer-4 proxies in front of both ports of a node, on loopback: HTTP's, and gRPC's, whose number
 * clients derive from the HTTP port.
 */
public final class NodeProxy implements AutoCloseable {

  private static final int MAX_TRIES = 20;

  private final TcpProxy http;
  private final TcpProxy grpc;

  private NodeProxy(TcpProxy http, TcpProxy grpc) {
    this.http = http;
    this.grpc = grpc;
  }

  /**
   * Opens the proxies on free ports.
   *
   * @param node HTTP address of the node
   * @throws ClusterException when no two free ports have the required distance
   */
  public static NodeProxy before(InetSocketAddress node) {
    InetAddress here = InetAddress.getLoopbackAddress();
    InetSocketAddress behind =
        new InetSocketAddress(node.getAddress(), GrpcPorts.client(node.getPort()));
    Exception last = null;
    for (int i = 0; i < MAX_TRIES; i++) {
      TcpProxy http = TcpProxy.open(new InetSocketAddress(here, 0), node);
      try {
        int port = GrpcPorts.client(http.address().getPort());
        return new NodeProxy(http, TcpProxy.open(new InetSocketAddress(here, port), behind));
      } catch (ClusterException | IllegalArgumentException e) {
        // That port is taken, or is above the highest port number.
        http.close();
        last = e;
      }
    }
    throw new ClusterException(
        "no two free ports 1000 apart for a proxy: close some programs, or widen"
            + " net.ipv4.ip_local_port_range",
        last);
  }

  /** The address for HTTP clients of the node. */
  public InetSocketAddress http() {
    return http.address();
  }

  /** Changes the conditions on both ports, for open connections, too. */
  public void conditions(NetworkConditions now) {
    http.conditions(now);
    grpc.conditions(now);
  }

  @Override
  public void close() {
    http.close();
    grpc.close();
  }
}
