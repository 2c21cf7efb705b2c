package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.embedded.registry.InstanceState;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * A snapshot of a service's hosts on a modelled node.
 *
 * @param instances numbers in the fleet; an unhealthy instance {@code i} is {@code -1 - i}
 */
record ModelListing(int[] instances) implements Listing {

  private static final ModelListing NONE = new ModelListing(new int[0]);

  /**
   * @param known null for a service that the node does not know
   */
  static ModelListing of(Service known, Registrations registrations) {
    if (known == null) {
      return NONE;
    }
    int[] instances = new int[known.hosts()];
    int host = 0;
    for (InstanceState state : known.instances()) {
      int instance = registrations.numberOf(state.spec());
      instances[host++] = state.healthy() ? instance : -1 - instance;
    }
    return new ModelListing(instances);
  }

  @Override
  public boolean read(Fleet fleet, Hosts hosts) {
    for (int instance : instances) {
      hosts.host(instance < 0 ? -1 - instance : instance, instance >= 0);
    }
    return true;
  }
}
