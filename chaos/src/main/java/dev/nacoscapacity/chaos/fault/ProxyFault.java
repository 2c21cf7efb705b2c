package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.time.Time;

/** Bad network conditions between clients and the node; the other nodes reach it as before. */
record ProxyFault(Node victim, ClientLinks links, NetworkConditions conditions) implements Fault {

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments, Time time) {
    moments.signal();
    links.conditions(victim, conditions);
  }

  @Override
  public void heal(Time time) {
    links.conditions(victim, NetworkConditions.NORMAL);
  }
}
