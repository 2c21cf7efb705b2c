package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.core.time.Time;
import java.util.List;

/** Cuts all traffic between the node and the other side; clients reach both. */
record PartitionFault(Node victim, List<Node> otherSide, Links links) implements Fault {

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments, Time time) {
    moments.signal();
    links.cut(victim, otherSide);
  }

  @Override
  public void heal(Time time) {
    links.join(victim, otherSide);
  }
}
