package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.proxy.TcpProxy;
import java.net.InetSocketAddress;

/** Proxies in one JVM, in front of one node. */
final class Proxies {

  private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);

  private Proxies() {}

  /**
   * Serves until the process is killed.
   *
   * @param args the node's port
   */
  public static void main(String[] args) {
    InetSocketAddress node = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
    Requests.openServers(ProxySetting.class, setting -> open(setting, node).getPort());
  }

  private static InetSocketAddress open(ProxySetting setting, InetSocketAddress node) {
    return setting.layer() == 4
        ? new TcpProxy(ANY, node, setting.wire()).address()
        : new HttpProxy(
                ANY,
                node,
                HttpProxySettings.DEFAULT
                    .withWire(setting.wire())
                    .withAggregate(setting.aggregate()))
            .address();
  }
}
