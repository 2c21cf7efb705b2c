package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Which instances nodes have dropped though their beats were written in time, and which of them
 * were never listed at all. Event loops report what they saw by identity; the run's thread calls
 * the rest.
 */
final class DropLog {

  /**
   * A beating instance that was shown as missing or unhealthy.
   *
   * @param first whether it was so nowhere before
   * @param counted whether that counts as a drop of the node
   */
  private record Drop(int instance, int node, boolean first, boolean counted) {}

  private final Fleet fleet;
  private final ExpectedState expected;
  private final ServiceNodeGrid grid;

  /** Instances dropped by any node since the window began. */
  private final InstanceSet dropped;

  /** By node: beating instances that the node shows as missing or unhealthy. */
  private final InstanceSet[] away;

  /** By node: how often a beating instance began to be shown that way. */
  private final AtomicIntegerArray drops;

  /** What was taken for drops since the last tick, until which a suspension may go unseen. */
  private final Queue<Drop> latest = new ConcurrentLinkedQueue<>();

  /** By node: instances seen by identity since the run began. */
  private final InstanceSet[] seen;

  /** By node: beating instances that were absent and never listed before. */
  private final InstanceSet[] awaited;

  DropLog(Fleet fleet, ExpectedState expected, ServiceNodeGrid grid) {
    this.fleet = fleet;
    this.expected = expected;
    this.grid = grid;
    this.dropped = new InstanceSet(fleet.size());
    this.away = sets();
    this.drops = new AtomicIntegerArray(grid.nodes());
    this.seen = sets();
    this.awaited = sets();
  }

  private InstanceSet[] sets() {
    InstanceSet[] sets = new InstanceSet[grid.nodes()];
    Arrays.setAll(sets, node -> new InstanceSet(fleet.size()));
    return sets;
  }

  /** A scan found these instances of a service on a node. */
  void see(IdentityScan scan, int service, int node) {
    for (int position = 0; position < fleet.sizeOf(service); position++) {
      int instance = fleet.instanceOf(service, position);
      if (scan.isPresent(instance) && !seen[node].contains(instance)) {
        seen[node].add(instance);
      }
    }
  }

  /**
   * A node shows a beating instance as missing or unhealthy.
   *
   * @param newest whether no later request for the list was answered
   */
  void sawLost(int instance, int node, boolean newest) {
    if (!appeared(instance, node)) {
      awaited[node].add(instance);
      return;
    }
    boolean first = dropped.add(instance);
    boolean counted = newest && away[node].add(instance);
    if (counted) {
      drops.incrementAndGet(node);
    }
    if (first || counted) {
      latest.add(new Drop(instance, node, first, counted));
    }
  }

  /** A node shows an instance as healthy. */
  void sawPresent(int instance, int node, boolean newest) {
    if (newest) {
      away[node].remove(instance);
    }
  }

  /** A second is over in which this machine did not stand still. */
  void settle() {
    latest.clear();
  }

  /** Takes back what was taken for drops since the last second. */
  void withdrawLatest() {
    for (Drop drop = latest.poll(); drop != null; drop = latest.poll()) {
      if (drop.first()) {
        dropped.remove(drop.instance());
      }
      if (drop.counted()) {
        away[drop.node()].remove(drop.instance());
        drops.decrementAndGet(drop.node());
      }
    }
  }

  /** An instance that had left is about to register: who listed it before says nothing now. */
  void forget(int instance) {
    for (int node = 0; node < seen.length; node++) {
      seen[node].remove(instance);
      away[node].remove(instance);
    }
  }

  void beginWindow() {
    dropped.clear();
    Arrays.stream(away).forEach(InstanceSet::clear);
    Arrays.stream(awaited).forEach(InstanceSet::clear);
  }

  /** Returns and resets how often a node dropped an instance. */
  int take(int node) {
    return drops.getAndSet(node, 0);
  }

  /** See {@link RegistryView.Findings}. */
  int keptBeatingYetDropped() {
    return dropped.size();
  }

  /** See {@link RegistryView.Findings}. */
  int neverAppeared() {
    return (int)
        IntStream.range(0, fleet.size())
            .filter(
                instance ->
                    IntStream.range(0, grid.nodes())
                        .anyMatch(
                            node -> awaited[node].contains(instance) && !appeared(instance, node)))
            .count();
  }

  /** Whether a node ever listed an instance, by identity or in a complete answer. */
  private boolean appeared(int instance, int node) {
    return seen[node].contains(instance)
        || expected.mustBeListed(instance, grid.at(fleet.serviceOf(instance), node).wholeAt());
  }
}
