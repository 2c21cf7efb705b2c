package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * The hosts of one service in a server's answer to a list, or in a push. Implementations read the
 * bytes from the network, or the instances of a modelled registry.
 */
@FunctionalInterface
public interface Listing {

  /** Receives the hosts, one after another. */
  @FunctionalInterface
  interface Hosts {

    /**
     * Called for each host.
     *
     * @param instance its number in the fleet, of whatever service; -1 for a host that is no
     *     instance of the fleet
     * @param healthy whether the server reports the host as healthy; without meaning in a push
     */
    void host(int instance, boolean healthy);
  }

  /**
   * Passes on every host, in any order.
   *
   * @return whether the list was complete; if not, no host was passed on
   */
  boolean read(Fleet fleet, Hosts hosts);
}
