package dev.nacoscapacity.simulator.engine;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Tells every event loop of what each of them does to the registry: when an instance registered
 * last, and which changes are on their way to subscribers. Of a fleet that subscribes to nothing it
 * keeps nothing.
 */
final class ChangeFeed {

  /** When each instance's registration was written last. */
  private final AtomicLongArray registrations;

  private final List<Queue<Change>> inboxes;

  /**
   * @param instances of the fleet; 0 when nobody subscribes
   * @param loops how many there are
   */
  ChangeFeed(int instances, int loops) {
    this.registrations = new AtomicLongArray(instances);
    this.inboxes =
        IntStream.range(0, loops)
            .<Queue<Change>>mapToObj(loop -> new ConcurrentLinkedQueue<>())
            .toList();
  }

  /** Whether anybody subscribes. */
  boolean isRead() {
    return registrations.length() > 0;
  }

  void registering(int instance, long now) {
    registrations.set(instance, now);
  }

  long registered(int instance) {
    return registrations.get(instance);
  }

  void changing(int instance, boolean registered, long now) {
    Change change = new Change(instance, registered, now, inboxes.size());
    inboxes.forEach(inbox -> inbox.add(change));
  }

  /** The changes that a loop has yet to take. */
  Queue<Change> inbox(int loop) {
    return inboxes.get(loop);
  }
}
