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

/** Proxies or gateways, one in front of each node of a registry. */
final class ProxiedNodes implements AutoCloseable {

  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final List<Runnable> ends = new ArrayList<>();
  private final List<InetSocketAddress> addresses = new ArrayList<>();

  private ProxiedNodes() {}

  static ProxiedNodes ofProxies(List<InetSocketAddress> nodes, Reach reach) {
    ProxiedNodes fronts = new ProxiedNodes();
    fronts.open(
        () -> {
          for (InetSocketAddress node : nodes) {
            NodeProxy proxy = NodeProxy.before(node, reach);
            fronts.add(proxy::close, proxy.http());
          }
        });
    return fronts;
  }

  /**
   * Opens gateways.
   *
   * @param key that signs the registry's tokens
   */
  static ProxiedNodes ofGateways(List<InetSocketAddress> nodes, TokenKey key) {
    ProxiedNodes fronts = new ProxiedNodes();
    fronts.open(
        () -> {
          for (InetSocketAddress node : nodes) {
            HttpProxy gateway = Gateway.open(ANY, node, key, GatewaySettings.DEFAULT);
            fronts.add(gateway::close, gateway.address());
          }
        });
    return fronts;
  }

  /** Opens all proxies, or none if one fails. */
  private void open(Runnable all) {
    try {
      all.run();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void add(Runnable end, InetSocketAddress address) {
    ends.add(end);
    addresses.add(address);
  }

  /** The addresses for clients, in the order of the nodes. */
  List<InetSocketAddress> addresses() {
    return List.copyOf(addresses);
  }

  @Override
  public void close() {
    ends.forEach(Runnable::run);
  }
}
