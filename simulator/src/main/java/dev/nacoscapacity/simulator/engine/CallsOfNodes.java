package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Transport;
import java.util.function.Supplier;

/** The periodic calls of a kind to each node. */
final class CallsOfNodes<C extends FleetCall> extends PeriodicCalls<C> {

  CallsOfNodes(Slice slice, Supplier<C> create, Rhythm rhythm) {
    super(slice, create, Transport.ANY, slice.settings().nodes(), 1, rhythm);
  }

  @Override
  boolean areOfInstances() {
    return false;
  }

  @Override
  boolean takesPart(int node, long due) {
    return true;
  }

  @Override
  void begin(C call, int node, long due, long now) {
    call.begin(node, 0, due, now);
    call.prescribedServer = node;
  }
}
