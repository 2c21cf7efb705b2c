package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.verify.NamedInstances;
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

  /** What each subscriber has been told of each service, by position in the service. */
  private final Map<Long, BitSet> known = new HashMap<>();

  private BitSet told = new BitSet();

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
  void subscribed(int subscriber, int service, byte[] body) {
    BitSet first = new BitSet();
    NamedInstances.read(fleet, service, body, 0, body.length, first);
    known.put(key(subscriber, service), first);
  }

  void pushed(int subscriber, int service, byte[] bytes, int from, int to, long now, Sink sink) {
    BitSet before = known.get(key(subscriber, service));
    if (before == null) {
      // The push overtook the subscription's answer, which will tell as much.
      return;
    }
    told.clear();
    NamedInstances.read(fleet, service, bytes, from, to, told);
    for (int position = told.nextSetBit(0);
        position >= 0;
        position = told.nextSetBit(position + 1)) {
      int instance = fleet.instanceOf(service, position);
      if (!before.get(position) && instance != subscriber) {
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
