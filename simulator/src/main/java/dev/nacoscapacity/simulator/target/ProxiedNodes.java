package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.gateway.Gateway;
import dev.nacoscapacity.cluster.gateway.GatewaySettings;
import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.proxy.NodeProxy;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Proxies or gateways, one in front of each node of a registry. */
record ProxiedNodes(List<Front> fronts) implements AutoCloseable {

  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** One of them, at an address for clients. */
  private record Front(InetSocketAddress address, Runnable end) {}

  static ProxiedNodes ofProxies(List<InetSocketAddress> nodes, Reach reach) {
    return open(
        nodes,
        node -> {
          NodeProxy proxy = NodeProxy.before(node, reach);
          return new Front(proxy.http(), proxy::close);
        });
  }

  /**
   * Opens gateways.
   *
   * @param key that signs the registry's tokens
   */
  static ProxiedNodes ofGateways(List<InetSocketAddress> nodes, TokenKey key) {
    return open(
        nodes,
        node -> {
          HttpProxy gateway = Gateway.open(ANY, node, key, GatewaySettings.DEFAULT);
          return new Front(gateway.address(), gateway::close);
        });
  }

  /** Opens all, or none if one fails. */
  private static ProxiedNodes open(
      List<InetSocketAddress> nodes, Function<InetSocketAddress, Front> opener) {
    ProxiedNodes opened = new ProxiedNodes(new ArrayList<>());
    try {
      nodes.forEach(node -> opened.fronts.add(opener.apply(node)));
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /** The addresses for clients, in the order of the nodes. */
  List<InetSocketAddress> addresses() {
    return fronts.stream().map(Front::address).toList();
  }

  @Override
  public void close() {
    fronts.forEach(front -> front.end().run());
  }
}
