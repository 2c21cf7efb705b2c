package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.proxy.TcpProxy;
import java.net.InetSocketAddress;
import java.util.List;

/** A proxy in a JVM of its own, so that what it takes is what its process takes. */
final class ProxyMain {

  static final String LISTENING = "listening on ";

  private ProxyMain() {}

  /**
   * Serves until it is killed.
   *
   * @param args the port of what is behind, then those of {@link ProxySetting}
   */
  public static void main(String[] args) throws InterruptedException {
    InetSocketAddress any = new InetSocketAddress("127.0.0.1", 0);
    InetSocketAddress node = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
    ProxySetting setting = ProxySetting.parse(List.of(args).subList(1, args.length));
    InetSocketAddress at =
        setting.layer() == 4
            ? TcpProxy.open(any, node, setting.wire()).address()
            : HttpProxy.open(
                    any,
                    node,
                    HttpProxySettings.DEFAULT
                        .withWire(setting.wire())
                        .withAggregate(setting.aggregate()))
                .address();
    System.out.println(LISTENING + at.getPort());
    Thread.currentThread().join();
  }
}
