package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Finds in each push the instances that its subscriber had not been told of, and how long ago their
 * registration was written. Each event loop has its own, since a subscriber is told on its own
 * loop; the times of registrations are common to all.
 */
final class PushLatency {

  /** Told of each instance that a push brought. */
  interface Sink {
    void pushed(long registered, long now);
  }

  /**
   * What comes later was not pushed for the registration's sake: the registry has lost an instance
   * and found it again, and the truth shows that.
   */
  private static final long LATEST = TimeUnit.SECONDS.toNanos(60);

  private final Fleet fleet;
  private final AtomicLongArray registered;

  /** What each subscriber has been told of each service. */
  private final Map<Long, Positions> known = new HashMap<>();

  private Positions told = new Positions();

  /** The instances of a service that a listing names, by position in the service. */
  private final class Positions implements Listing.Hosts {

    private final BitSet named = new BitSet();
    private int service;

    Positions read(Listing listing, int ofService) {
      named.clear();
      service = ofService;
      listing.read(fleet, this);
      return this;
    }

    @Override
    public void host(int instance, boolean healthy) {
      if (instance >= 0 && fleet.serviceOf(instance) == service) {
        named.set(fleet.positionOf(instance));
      }
    }
  }

  /**
   * @param registered when each instance's registration was written last, common to all loops;
   *     empty when nobody subscribes
   */
  PushLatency(Fleet fleet, AtomicLongArray registered) {
    this.fleet = fleet;
    this.registered = registered;
  }

  void registering(int instance, long now) {
    if (registered.length() > 0) {
      registered.set(instance, now);
    }
  }

  /** A subscription was answered with how the service looks; no push brought that. */
  void subscribed(int subscriber, int service, Listing listing) {
    known.put(key(subscriber, service), new Positions().read(listing, service));
  }

  void pushed(int subscriber, int service, Listing listing, long now, Sink sink) {
    Positions before = known.get(key(subscriber, service));
    if (before == null) {
      // The push overtook the subscription's answer, which will tell as much.
      return;
    }
    BitSet named = told.read(listing, service).named;
    for (int position = named.nextSetBit(0);
        position >= 0;
        position = named.nextSetBit(position + 1)) {
      int instance = fleet.instanceOf(service, position);
      if (!before.named.get(position) && instance != subscriber) {
        long since = registered.get(instance);
        if (now - since < LATEST) {
          sink.pushed(since, now);
        }
      }
    }
    known.put(key(subscriber, service), told);
    told = before;
  }

  private static long key(int subscriber, int service) {
    return (long) subscriber << 32 | service;
  }
}
