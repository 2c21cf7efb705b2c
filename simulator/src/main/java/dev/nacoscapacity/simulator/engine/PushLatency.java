package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.engine.Change.End;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Measures pushes on one event loop: for each instance in a push that the subscriber did not know,
 * the time since its registration was written. Also tracks each change until the last subscriber
 * has received it. {@link ChangeFeed} is shared by all loops.
 */
final class PushLatency {

  /** Receives the measurements. */
  interface Sink {

    /** A push contained a new instance, whose registration was written at {@code registered}. */
    void pushed(long registered, long now);

    /** A change is complete for the subscribers of all loops. */
    void changed(Change change);
  }

  /**
   * Pushes of an instance later than this do not count: the registry has lost and restored the
   * instance, which the verification reports.
   */
  private static final long MAX_LATENCY = TimeUnit.SECONDS.toNanos(60);

  private final Fleet fleet;
  private final LoopSettings settings;
  private final ChangeFeed feed;
  private final Queue<Change> inbox;
  private final Sink sink;
  private final PendingChanges pending;

  /** By service and subscriber. */
  private final Map<Integer, Map<Integer, ServiceView>> views = new HashMap<>();

  /** Reused by the next push. */
  private BitSet spare = new BitSet();

  private boolean tracking;

  /**
   * @param loop the number of this event loop
   */
  PushLatency(Fleet fleet, LoopSettings settings, ChangeFeed feed, int loop, Sink sink) {
    this.fleet = fleet;
    this.settings = settings;
    this.feed = feed;
    this.inbox = feed.inbox(loop);
    this.sink = sink;
    this.pending = new PendingChanges(feed::isWithdrawn, sink::changed);
  }

  /** Starts to track changes; called after the ramp, when all instances have subscribed. */
  void startTracking() {
    tracking = feed.hasSubscribers();
  }

  /** Stops to track changes; pending ones do not count as failures of the registry. */
  void stopTracking(long now) {
    tracking = false;
    takeChanges();
    pending.end(End.SUPERSEDED, 0, now);
  }

  /** A registration or deregistration was written. */
  void changing(int instance, boolean registered, long now) {
    if (registered && feed.hasSubscribers()) {
      feed.registering(instance, now);
    }
    if (tracking) {
      feed.changing(instance, registered, now);
    }
  }

  /** An instance crashed: its registration need not be delivered any more. */
  void crashed(int instance, long now) {
    if (feed.hasSubscribers()) {
      feed.crashed(instance, now);
    }
    removeSubscriber(instance);
  }

  /** A subscription was answered with the current list, which is not a push. */
  void subscribed(int subscriber, int service, Listing listing, long now) {
    takeChanges();
    Map<Integer, ServiceView> ofService = views.computeIfAbsent(service, of -> new HashMap<>());
    removeSubscriber(service, ofService.get(subscriber));
    BitSet named = read(listing, service, new BitSet());
    ofService.put(subscriber, new ServiceView(subscriber, now, named));
  }

  /** Removes a subscriber that has lost its connection or left. */
  void removeSubscriber(int subscriber) {
    if (!feed.hasSubscribers()) {
      return;
    }
    takeChanges();
    int subscriptions = settings.subscriptions(fleet, subscriber);
    for (int next = 0; next < subscriptions; next++) {
      int service = fleet.subscribed(subscriber, next, subscriptions);
      Map<Integer, ServiceView> ofService = views.get(service);
      if (ofService != null) {
        removeSubscriber(service, ofService.remove(subscriber));
      }
    }
  }

  private void removeSubscriber(int service, ServiceView view) {
    if (view != null) {
      pending.removeSubscriber(service, view);
    }
  }

  void pushed(int subscriber, int service, Listing listing, long now) {
    takeChanges();
    ServiceView before = views.getOrDefault(service, Map.of()).get(subscriber);
    if (before == null) {
      // The push overtook the answer to the subscription, which contains the same instances.
      return;
    }
    BitSet named = read(listing, service, spare);
    for (int position = named.nextSetBit(0);
        position >= 0;
        position = named.nextSetBit(position + 1)) {
      int instance = fleet.instanceOf(service, position);
      if (!before.named().get(position) && instance != subscriber) {
        long since = feed.registered(instance);
        if (now - since < MAX_LATENCY) {
          sink.pushed(since, now);
        }
      }
    }
    pending.received(service, before, named, now);
    views.get(service).put(subscriber, new ServiceView(subscriber, before.since(), named));
    spare = before.named();
  }

  /** Ends changes that have been pending for too long. */
  void expire(long now) {
    takeChanges();
    pending.end(tracking ? End.INCOMPLETE : End.SUPERSEDED, tracking ? MAX_LATENCY : 0, now);
  }

  /** Must be called before each push, so that changes are processed in order. */
  private void takeChanges() {
    for (Change change = inbox.poll(); change != null; change = inbox.poll()) {
      int service = fleet.serviceOf(change.instance());
      pending.add(
          change,
          service,
          fleet.positionOf(change.instance()),
          views.getOrDefault(service, Map.of()).values());
    }
  }

  /** The instances of a service in a listing, by position in the service. */
  private BitSet read(Listing listing, int service, BitSet into) {
    into.clear();
    listing.read(
        fleet,
        (instance, healthy) -> {
          if (instance >= 0 && fleet.serviceOf(instance) == service) {
            into.set(fleet.positionOf(instance));
          }
        });
    return into;
  }
}
