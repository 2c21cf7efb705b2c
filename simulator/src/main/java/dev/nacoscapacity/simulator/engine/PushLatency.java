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
 * Measures pushes. It finds the instances in a push that the subscriber did not know yet, and how
 * long ago their registrations were written. It also follows each change to its last subscriber.
 * Each event loop has its own, since the pushes of a subscriber arrive on its loop; {@link
 * ChangeFeed} is common to all.
 */
final class PushLatency {

  /** Receives the measurements. */
  interface Sink {

    /** A push brought an instance to a subscriber. */
    void pushed(long registered, long now);

    /** A change is over for the subscribers of all loops. */
    void changed(Change change);
  }

  /**
   * What comes later was not pushed for the registration's sake: the registry has lost an instance
   * and found it again, and the truth shows that.
   */
  private static final long LATEST = TimeUnit.SECONDS.toNanos(60);

  private final Fleet fleet;
  private final LoopSettings settings;
  private final ChangeFeed feed;
  private final Queue<Change> inbox;
  private final Sink sink;
  private final PendingChanges pending;

  /** By service and subscriber. */
  private final Map<Integer, Map<Integer, ServiceView>> views = new HashMap<>();

  /** Reused for the next push. */
  private BitSet spare = new BitSet();

  private boolean following;

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

  /** The ramp is over, so all have subscribed: from now on changes are followed. */
  void follow() {
    following = feed.hasSubscribers();
  }

  /** The load ends: a change still pending is not counted as a failure of the registry. */
  void leave(long now) {
    following = false;
    takeChanges();
    pending.end(End.SUPERSEDED, 0, now);
  }

  /** A registration or deregistration was written. */
  void changing(int instance, boolean registered, long now) {
    if (registered && feed.hasSubscribers()) {
      feed.registering(instance, now);
    }
    if (following) {
      feed.changing(instance, registered, now);
    }
  }

  /** An instance is gone without deregistering: nobody need receive its registration any more. */
  void crashed(int instance, long now) {
    if (feed.hasSubscribers()) {
      feed.crashed(instance, now);
    }
    gone(instance);
  }

  /** A subscription was answered with how the service looks; no push brought that. */
  void subscribed(int subscriber, int service, Listing listing, long now) {
    takeChanges();
    Map<Integer, ServiceView> ofService = views.computeIfAbsent(service, of -> new HashMap<>());
    gone(service, ofService.get(subscriber));
    BitSet named = read(listing, service, new BitSet());
    ofService.put(subscriber, new ServiceView(subscriber, now, named));
  }

  /** A subscriber has lost its connection or has left, and receives no more pushes. */
  void gone(int subscriber) {
    if (!feed.hasSubscribers()) {
      return;
    }
    takeChanges();
    int subscriptions = settings.subscriptions(fleet, subscriber);
    for (int next = 0; next < subscriptions; next++) {
      int service = fleet.subscribed(subscriber, next, subscriptions);
      Map<Integer, ServiceView> ofService = views.get(service);
      if (ofService != null) {
        gone(service, ofService.remove(subscriber));
      }
    }
  }

  private void gone(int service, ServiceView view) {
    if (view != null) {
      pending.gone(service, view);
    }
  }

  void pushed(int subscriber, int service, Listing listing, long now) {
    takeChanges();
    ServiceView before = views.getOrDefault(service, Map.of()).get(subscriber);
    if (before == null) {
      // The push overtook the subscription's answer, which will tell as much.
      return;
    }
    BitSet named = read(listing, service, spare);
    for (int position = named.nextSetBit(0);
        position >= 0;
        position = named.nextSetBit(position + 1)) {
      int instance = fleet.instanceOf(service, position);
      if (!before.named().get(position) && instance != subscriber) {
        long since = feed.registered(instance);
        if (now - since < LATEST) {
          sink.pushed(since, now);
        }
      }
    }
    pending.received(service, before, named, now);
    views.get(service).put(subscriber, new ServiceView(subscriber, before.since(), named));
    spare = before.named();
  }

  /** Gives up the changes that have been pending for too long. */
  void expire(long now) {
    takeChanges();
    pending.end(following ? End.INCOMPLETE : End.SUPERSEDED, following ? LATEST : 0, now);
  }

  /** Runs before anything else is read, so that changes and pushes are handled in their order. */
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
