package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy of a listing, for a client that reads it later.
 *
 * @param whole the result of {@link Listing#read}
 */
record CachedListing(List<Host> hosts, boolean whole) implements Listing {

  private record Host(int instance, boolean healthy) {}

  static CachedListing of(Listing listing, Fleet fleet) {
    List<Host> hosts = new ArrayList<>();
    boolean whole =
        listing.read(fleet, (instance, healthy) -> hosts.add(new Host(instance, healthy)));
    return new CachedListing(hosts, whole);
  }

  @Override
  public boolean read(Fleet fleet, Hosts to) {
    hosts.forEach(host -> to.host(host.instance, host.healthy));
    return whole;
  }
}
