package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.List;

/** The worst that nodes have shown since a measurement window began. */
final class WindowFigures {

  /** By node. */
  private final RegistryStats[] worst;

  /** By node: the same, without the losses that a stall of the generator explains. */
  private final RegistryStats[] beyondStalls;

  /** The most divergent services at one time. */
  private int divergent;

  private int divergentBeyondStalls;

  WindowFigures(int nodes) {
    this.worst = RegistryView.nothing(nodes);
    this.beyondStalls = RegistryView.nothing(nodes);
  }

  /**
   * Adds the figures of a tick.
   *
   * @param listed by node
   * @param services that are divergent
   * @param explained whether a stall of the generator explains the losses among them
   */
  void add(RegistryStats[] listed, int services, boolean explained) {
    for (int node = 0; node < listed.length; node++) {
      worst[node].append(listed[node]);
      beyondStalls[node].append(explained ? listed[node].withoutLosses() : listed[node]);
    }
    divergent = Math.max(divergent, services);
    if (!explained) {
      divergentBeyondStalls = Math.max(divergentBeyondStalls, services);
    }
  }

  void addTo(RunStats measured) {
    for (int node = 0; node < worst.length; node++) {
      measured.node(node).append(worst[node]);
    }
  }

  int divergent() {
    return divergent;
  }

  /** The worst figures of any node, without explained losses. */
  RegistryStats beyondStalls() {
    RegistryStats beyond = RegistryStats.worst(List.of(beyondStalls));
    beyond.set(RegistryCount.DIVERGENT, (long) divergentBeyondStalls);
    return beyond;
  }
}
