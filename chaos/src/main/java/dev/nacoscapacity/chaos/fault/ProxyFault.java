package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.proxy.NodeProxy;

/** Bad weather between clients and the node; the other nodes reach it as before. */
record ProxyFault(String node, NodeProxy proxy, NetworkConditions weather) implements Fault {

  @Override
  public void inject(Moments moments) {
    moments.signal();
    proxy.conditions(weather);
  }

  @Override
  public void heal() {
    proxy.conditions(NetworkConditions.NORMAL);
  }
}
