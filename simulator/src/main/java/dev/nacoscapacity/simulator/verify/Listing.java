package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * The hosts of one service that a server named, in the answer to a list or in a push. Where it came
 * over a wire it reads the bytes; a modelled registry names its own instances, and writes none.
 */
@FunctionalInterface
public interface Listing {

  /** Takes the hosts, one after another. */
  @FunctionalInterface
  interface Hosts {

    /**
     * A host is named.
     *
     * @param instance its number in the fleet, of whatever service; -1 for a host that is no
     *     instance of the fleet
     * @param healthy whether the server says that it is healthy; without meaning in a push
     */
    void host(int instance, boolean healthy);
  }

  /**
   * Names every host, in any order.
   *
   * @return whether it was a whole list; if not, it named nothing
   */
  boolean read(Fleet fleet, Hosts hosts);
}
