package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Layer-4 proxies in front of both ports of a node, on loopback: HTTP's, and gRPC's, whose number
 * clients derive from the HTTP port.
 */
public final class NodeProxy implements AutoCloseable {

  private static final int MAX_TRIES = 20;

  private final String host;
  private final TcpProxy http;
  private final TcpProxy grpc;

  private NodeProxy(String host, TcpProxy http, TcpProxy grpc) {
    this.host = host;
    this.http = http;
    this.grpc = grpc;
  }

  /**
   * Opens the proxies on free ports.
   *
   * @param node HTTP address of the node
   * @param reach says how far apart its ports are, and so those of the proxies
   * @throws ClusterException when no two free ports have the required distance
   */
  public static NodeProxy before(InetSocketAddress node, Reach reach) {
    InetAddress here = InetAddress.getLoopbackAddress();
    Exception last = null;
    for (int i = 0; i < MAX_TRIES; i++) {
      TcpProxy http = new TcpProxy(new InetSocketAddress(here, 0), node);
      try {
        int port = reach.grpc(http.address()).getPort();
        return new NodeProxy(
            node.getHostString(),
            http,
            new TcpProxy(new InetSocketAddress(here, port), reach.grpc(node)));
      } catch (ClusterException | IllegalArgumentException e) {
        // That port is taken, or is above the highest port number.
        http.close();
        last = e;
      }
    }
    throw new ClusterException(
        "no two free ports %d apart for a proxy: close some programs, or widen"
                .formatted(Math.abs(reach.grpcPortOffset()))
            + " net.ipv4.ip_local_port_range",
        last);
  }

  /**
   * Where clients find the node's HTTP port: at an address of this machine, under the name that the
   * node has, since that is what its certificate is for.
   */
  public InetSocketAddress http() {
    return Endpoint.of(http.address()).called(host).address();
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
