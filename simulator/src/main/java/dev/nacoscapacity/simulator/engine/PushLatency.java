package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.engine.ChangeFeed.State;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Measures pushes on one event loop: for each instance in a push that the subscriber did not know,
 * the time since its registration was written, however late. Also tracks each change until the last
 * subscriber has received it, and compares the last list of each subscriber with what the registry
 * acknowledged. {@link ChangeFeed} is shared by all loops.
 */
final class PushLatency {

  /** Receives the measurements. */
  interface Sink {

    /** A push contained a new instance, whose registration was written at {@code registered}. */
    void pushed(long registered, long now);

    /** A change is complete for the subscribers of all loops. */
    void changed(Change change);

    /**
     * The load ended, and the last list of a subscriber lacks a registration, or a deregistration,
     * that was acknowledged so many nanoseconds ago.
     */
    void undelivered(long age);
  }

  private final Fleet fleet;
  private final LoopSettings settings;
  private final ChangeFeed feed;
  private final Queue<Change> inbox;
  private final Sink sink;
  private final PendingChanges pending;

  /** By service and subscriber. */
  private final Map<Integer, Map<Integer, ServiceView>> views = new HashMap<>();

  /** Subscriptions that were written and not answered, see {@link #key}. */
  private final Set<Long> subscribing = new HashSet<>();

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

  /** Leaves out the changes of a ramp that begins. */
  void pauseTracking() {
    tracking = false;
  }

  /** Stops to track changes, and judges the lists that subscribers have by now. */
  void stopTracking(long now) {
    takeChanges();
    if (tracking) {
      tracking = false;
      compareLists(now);
    }
    pending.endAll(now);
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

  /** A registration or deregistration has ended; one that failed may have been executed. */
  void changed(int instance, boolean registered, boolean ok, long now) {
    if (!feed.hasSubscribers()) {
      return;
    }
    if (ok) {
      feed.acknowledged(instance, registered ? State.REGISTERED : State.DEREGISTERED, now);
    } else {
      feed.withdraw(instance, now);
    }
  }

  /**
   * An instance crashed or lost its connection, which ends its registration: that need not be
   * delivered any more, and nothing will be pushed to the instance.
   */
  void vanished(int instance, long now) {
    if (feed.hasSubscribers()) {
      feed.withdraw(instance, now);
    }
    removeSubscriber(instance, now);
  }

  /** A subscription was written: pushes may come before its answer. */
  void subscribing(int subscriber, int service) {
    subscribing.add(key(subscriber, service));
  }

  private static long key(int subscriber, int service) {
    return (long) subscriber << Integer.SIZE | service;
  }

  /**
   * A subscription was answered with the current list, which is not a push.
   *
   * @param written when the subscription was written, in nanoseconds
   */
  void subscribed(int subscriber, int service, Listing listing, long written, long now) {
    takeChanges();
    subscribing.remove(key(subscriber, service));
    Map<Integer, ServiceView> ofService = views.computeIfAbsent(service, of -> new HashMap<>());
    ServiceView before = ofService.get(subscriber);
    if (before != null && before.since() - written >= 0) {
      // A push overtook the answer: its list is newer.
      return;
    }
    removeSubscriber(service, before, now);
    BitSet named = read(listing, service, new BitSet());
    ofService.put(subscriber, new ServiceView(subscriber, now, named, new HashMap<>()));
  }

  /** Removes a subscriber that has lost its connection or left. */
  void removeSubscriber(int subscriber, long now) {
    if (!feed.hasSubscribers()) {
      return;
    }
    takeChanges();
    int subscriptions = settings.subscriptions(fleet, subscriber);
    for (int next = 0; next < subscriptions; next++) {
      int service = fleet.subscribed(subscriber, next, subscriptions);
      subscribing.remove(key(subscriber, service));
      Map<Integer, ServiceView> ofService = views.get(service);
      if (ofService != null) {
        removeSubscriber(service, ofService.remove(subscriber), now);
      }
    }
  }

  private void removeSubscriber(int service, ServiceView view, long now) {
    if (view != null) {
      pending.removeSubscriber(service, view, now);
    }
  }

  void pushed(int subscriber, int service, Listing listing, long now) {
    takeChanges();
    ServiceView before = views.getOrDefault(service, Map.of()).get(subscriber);
    if (before == null) {
      if (subscribing.contains(key(subscriber, service))) {
        BitSet early = read(listing, service, new BitSet());
        views
            .computeIfAbsent(service, of -> new HashMap<>())
            .put(subscriber, new ServiceView(subscriber, now, early, new HashMap<>()));
      }
      return;
    }
    BitSet named = read(listing, service, spare);
    noteDropped(before, named, now);
    for (int position = named.nextSetBit(0);
        position >= 0;
        position = named.nextSetBit(position + 1)) {
      int instance = fleet.instanceOf(service, position);
      if (!before.named().get(position) && instance != subscriber) {
        long since = feed.registered(instance);
        Long dropped = before.dropped().remove(position);
        // Otherwise the registry has lost and restored it, which the verification reports.
        if (before.since() - since < Change.FAIR_LIMIT
            && (dropped == null || since - dropped >= 0)) {
          sink.pushed(since, now);
        }
      }
    }
    pending.received(service, before, named, now);
    views
        .get(service)
        .put(subscriber, new ServiceView(subscriber, before.since(), named, before.dropped()));
    spare = before.named();
  }

  private static void noteDropped(ServiceView before, BitSet named, long now) {
    BitSet instances = before.named();
    for (int position = instances.nextSetBit(0);
        position >= 0;
        position = instances.nextSetBit(position + 1)) {
      if (!named.get(position)) {
        before.dropped().put(position, now);
      }
    }
  }

  /** Takes up the changes of all loops, also where nothing is pushed. */
  void catchUp(long now) {
    takeChanges();
    if (!tracking) {
      pending.endAll(now);
    }
  }

  /** Compares the last list of each subscriber with what the registry acknowledged. */
  private void compareLists(long now) {
    BitSet listed = new BitSet();
    BitSet wrong = new BitSet();
    views.forEach(
        (service, ofService) -> {
          BitSet registered = inState(State.REGISTERED, service);
          BitSet deregistered = inState(State.DEREGISTERED, service);
          for (ServiceView view : ofService.values()) {
            view.named().stream().forEach(at -> listed.set(fleet.instanceOf(service, at)));
            BitSet different = (BitSet) registered.clone();
            different.andNot(view.named());
            BitSet stale = (BitSet) deregistered.clone();
            stale.and(view.named());
            different.or(stale);
            different.stream()
                .filter(at -> isOverdue(view, fleet.instanceOf(service, at), at, now))
                .forEach(at -> wrong.set(fleet.instanceOf(service, at)));
          }
        });
    feed.compare(listed, wrong).stream()
        .forEach(instance -> sink.undelivered(now - feed.acknowledged(instance)));
  }

  private BitSet inState(State state, int service) {
    BitSet positions = new BitSet();
    IntStream.range(0, fleet.sizeOf(service))
        .filter(position -> feed.state(fleet.instanceOf(service, position)) == state)
        .forEach(positions::set);
    return positions;
  }

  /** Whether a subscriber should have learned of the last change of an instance long ago. */
  private boolean isOverdue(ServiceView view, int instance, int position, long now) {
    long fair = Change.FAIR_LIMIT + fleet.readingDelay(view.subscriber());
    Long dropped = view.dropped().get(position);
    return instance != view.subscriber()
        && now - feed.acknowledged(instance) >= fair
        && now - view.since() >= fair
        // What a push has just taken out, the registry lost, or loses.
        && (dropped == null || now - dropped >= fair);
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
