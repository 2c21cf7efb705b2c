package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.proxy.TcpProxy;
import dev.nacoscapacity.cluster.proxy.Weather;
import java.util.List;

/** Bad weather between clients and the node; the other nodes reach it as before. */
record ProxyFault(String node, List<TcpProxy> proxies, Weather weather) implements Fault {

  @Override
  public void inject(Moments moments) {
    moments.signal();
    proxies.forEach(proxy -> proxy.weather(weather));
  }

  @Override
  public void heal() {
    proxies.forEach(proxy -> proxy.weather(Weather.FAIR));
  }
}
