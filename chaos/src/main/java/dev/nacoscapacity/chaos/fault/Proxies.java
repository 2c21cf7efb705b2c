package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.proxy.NodeProxy;
import dev.nacoscapacity.cluster.reach.Reach;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A proxy in front of each node of a cluster, for its clients. */
public final class Proxies implements ClientLinks, AutoCloseable {

  private final Map<String, NodeProxy> byNode = new LinkedHashMap<>();

  /** No proxies: clients reach the nodes directly. */
  public Proxies() {}

  /** Opens a proxy in front of each node, at the node's name and port distance. */
  public static Proxies before(List<Node> nodes, Reach reach) {
    Proxies proxies = new Proxies();
    try {
      nodes.forEach(node -> proxies.byNode.put(node.name(), NodeProxy.before(node.http(), reach)));
      return proxies;
    } catch (RuntimeException e) {
      proxies.close();
      throw e;
    }
  }

  /** The address at which clients reach a node. */
  public InetSocketAddress http(Node node) {
    return byNode.get(node.name()).http();
  }

  @Override
  public void conditions(Node node, NetworkConditions now) {
    byNode.get(node.name()).conditions(now);
  }

  @Override
  public void close() {
    byNode.values().forEach(NodeProxy::close);
  }
}
