package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.proxy.NodeProxy;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A proxy in front of each node of a cluster, for its clients. */
public final class Proxies implements ClientLinks, AutoCloseable {

  private final Map<String, NodeProxy> byNode = new LinkedHashMap<>();

  /** No proxies: clients reach the nodes directly. */
  public Proxies() {}

  /** Opens a proxy in front of each node. */
  public static Proxies before(List<Node> nodes) {
    Proxies proxies = new Proxies();
    try {
      nodes.forEach(node -> proxies.byNode.put(node.name(), NodeProxy.before(node.http())));
      return proxies;
    } catch (RuntimeException e) {
      proxies.close();
      throw e;
    }
  }

  public boolean isEmpty() {
    return byNode.isEmpty();
  }

  /** The address at which clients reach a node. */
  public InetSocketAddress http(Node node) {
    return isEmpty() ? node.http() : byNode.get(node.name()).http();
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
