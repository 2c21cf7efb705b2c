package dev.nacoscapacity.simulator.engine;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * The registrations and deregistrations that all event loops share: when each instance registered
 * last, and the changes that each loop must track for its subscribers. Stores nothing for a fleet
 * without subscriptions. Safe for use by all loops.
 */
final class ChangeFeed {

  /** By instance: when its last registration was written, in nanoseconds. */
  private final AtomicLongArray registrations;

  /** By instance: when it crashed last, in nanoseconds; 0 for never. */
  private final AtomicLongArray crashes;

  private final List<Queue<Change>> inboxes;

  /**
   * @param instances of the fleet; 0 when no instance subscribes
   * @param loops number of event loops
   */
  ChangeFeed(int instances, int loops) {
    this.registrations = new AtomicLongArray(instances);
    this.crashes = new AtomicLongArray(instances);
    this.inboxes =
        IntStream.range(0, loops)
            .<Queue<Change>>mapToObj(loop -> new ConcurrentLinkedQueue<>())
            .toList();
  }

  /** Whether the fleet has subscriptions. */
  boolean hasSubscribers() {
    return registrations.length() > 0;
  }

  void registering(int instance, long now) {
    registrations.set(instance, now);
  }

  long registered(int instance) {
    return registrations.get(instance);
  }

  void crashed(int instance, long now) {
    crashes.set(instance, now);
  }

  /** Whether a change is a registration that a later crash of its instance has undone. */
  boolean isWithdrawn(Change change) {
    long crashed = crashes.get(change.instance());
    return change.registered() && crashed != 0 && crashed - change.written() >= 0;
  }

  void changing(int instance, boolean registered, long now) {
    Change change = new Change(instance, registered, now, inboxes.size());
    inboxes.forEach(inbox -> inbox.add(change));
  }

  /** The queue of changes that a loop has not processed. */
  Queue<Change> inbox(int loop) {
    return inboxes.get(loop);
  }
}
