package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.proxy.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A proxy in front of each node of a cluster, for its clients: of the HTTP port, and of the gRPC
 * port 1000 above it, which clients reckon from the former.
 */
public final class Proxies implements AutoCloseable {

  private static final int GRPC_ABOVE_HTTP = 1000;
  private static final int TRIES = 20;

  private final Map<String, List<TcpProxy>> byNode = new LinkedHashMap<>();

  /** None: clients reach the nodes themselves. */
  public Proxies() {}

  /** One in front of each. */
  public static Proxies before(List<Node> nodes) {
    Proxies proxies = new Proxies();
    try {
      nodes.forEach(node -> proxies.byNode.put(node.name(), pair(node.http())));
      return proxies;
    } catch (ClusterException e) {
      proxies.close();
      throw e;
    }
  }

  private static List<TcpProxy> pair(InetSocketAddress http) {
    InetAddress here = InetAddress.getLoopbackAddress();
    ClusterException last = null;
    for (int i = 0; i < TRIES; i++) {
      TcpProxy proxy = TcpProxy.open(new InetSocketAddress(here, 0), http);
      int grpc = proxy.address().getPort() + GRPC_ABOVE_HTTP;
      try {
        InetSocketAddress behind =
            new InetSocketAddress(http.getAddress(), http.getPort() + GRPC_ABOVE_HTTP);
        return List.of(proxy, TcpProxy.open(new InetSocketAddress(here, grpc), behind));
      } catch (ClusterException | IllegalArgumentException e) {
        // That port is taken, or there is none so high.
        proxy.close();
        last = new ClusterException("no two free ports 1000 apart for a proxy", e);
      }
    }
    throw last;
  }

  public boolean isEmpty() {
    return byNode.isEmpty();
  }

  /** Where clients reach a node. */
  public InetSocketAddress http(Node node) {
    return isEmpty() ? node.http() : byNode.get(node.name()).get(0).address();
  }

  List<TcpProxy> of(String node) {
    return byNode.get(node);
  }

  @Override
  public void close() {
    byNode.values().forEach(pair -> new ArrayList<>(pair).forEach(TcpProxy::close));
  }
}
