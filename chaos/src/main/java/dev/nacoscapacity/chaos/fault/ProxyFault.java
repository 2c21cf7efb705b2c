package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.cluster.proxy.NodeProxy;

/** Bad network conditions between clients and the node; the other nodes reach it as before. */
record ProxyFault(String node, NodeProxy proxy, NetworkConditions conditions) implements Fault {

  @Override
  public void inject(Moments moments) {
    moments.signal();
    proxy.conditions(conditions);
  }

  @Override
  public void heal() {
    proxy.conditions(NetworkConditions.NORMAL);
  }
}
