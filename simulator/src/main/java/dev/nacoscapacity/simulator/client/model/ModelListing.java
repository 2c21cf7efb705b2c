package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.standin.registry.Hosts.Threshold;
import dev.nacoscapacity.cluster.standin.registry.InstanceState;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * A snapshot of a service's hosts on a modelled node.
 *
 * @param hosts how many there are
 * @param healthy how many of them are healthy
 * @param instances numbers in the fleet; an unhealthy instance {@code i} is {@code -1 - i}. Null
 *     when only the counts were wanted
 */
record ModelListing(int hosts, int healthy, int[] instances) implements Listing {

  /**
   * @param service null for a service that the node does not know
   * @param identities whether the instances are wanted, and not only their counts
   * @param threshold of the protocol, as far as clients are not told that it is reached
   */
  static ModelListing of(
      Service service, boolean identities, Registrations registrations, Threshold threshold) {
    int[] instances = identities ? new int[service == null ? 0 : service.hosts()] : null;
    if (service == null) {
      return new ModelListing(0, 0, instances);
    }
    int hosts = service.hosts();
    boolean protect = threshold.reached(hosts, service.healthyCount());
    if (identities) {
      int host = 0;
      for (InstanceState state : service.instances()) {
        int instance = registrations.numberOf(state.spec());
        instances[host++] = protect || state.healthy() ? instance : -1 - instance;
      }
    }
    return new ModelListing(hosts, protect ? hosts : service.healthyCount(), instances);
  }

  @Override
  public boolean read(Fleet fleet, Hosts each) {
    for (int instance : instances) {
      each.host(instance < 0 ? -1 - instance : instance, instance >= 0);
    }
    return true;
  }
}
