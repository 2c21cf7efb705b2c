package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;
import java.util.Optional;

/**
 * The instances of a service in one list answer, by ip and port. A <b>stranger</b> is a host that
 * is no instance of this service, or is named twice. Immutable once made.
 */
public final class IdentityScan {

  private final Fleet fleet;
  private final int service;

  /** By position in the service. */
  private final BitSet present = new BitSet();

  private final BitSet healthy = new BitSet();
  private int strangers;

  private IdentityScan(Fleet fleet, int service) {
    this.fleet = fleet;
    this.service = service;
  }

  /**
   * Reads a complete answer; empty when it is not a list answer, for example the text {@code server
   * is DOWN}, or is truncated.
   */
  public static Optional<IdentityScan> of(Fleet fleet, int service, Listing listing) {
    IdentityScan scan = new IdentityScan(fleet, service);
    return listing.read(fleet, scan::note) ? Optional.of(scan) : Optional.empty();
  }

  public boolean isPresent(int instance) {
    return present.get(position(instance));
  }

  public boolean isHealthy(int instance) {
    return healthy.get(position(instance));
  }

  /** The number of present instances of the service. */
  public int present() {
    return present.cardinality();
  }

  /** The number of present and healthy instances of the service. */
  public int healthy() {
    return healthy.cardinality();
  }

  /** The number of hosts that are not instances of the fleet, or are listed twice. */
  public int strangers() {
    return strangers;
  }

  private int position(int instance) {
    return fleet.positionOf(instance);
  }

  private void note(int instance, boolean isHealthy) {
    if (instance < 0 || fleet.serviceOf(instance) != service || isPresent(instance)) {
      strangers++;
      return;
    }
    present.set(position(instance));
    healthy.set(position(instance), isHealthy);
  }
}
