package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.engine.Change.End;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The changes that subscribers of one event loop have not received yet. A change is pending for a
 * subscriber that subscribed before the change was written, and whose last list differs from it.
 */
final class PendingChanges {

  private final Predicate<Change> withdrawn;
  private final Consumer<Change> onComplete;

  /** By service and instance. */
  private final Map<Integer, Map<Integer, Pending>> pending = new HashMap<>();

  private static final class Pending {

    private final Change change;

    /** The position of the instance in its service. */
    private final int position;

    private int waiting;
    private long delay = -1;

    private Pending(Change change, int position) {
      this.change = change;
      this.position = position;
    }

    private boolean isPendingFor(ServiceView view) {
      return view.subscriber() != change.instance()
          && view.since() - change.written() <= 0
          && view.named().get(position) != change.registered();
    }
  }

  /**
   * @param withdrawn whether a crash of the instance has undone a change
   * @param onComplete receives each change that is complete for all loops
   */
  PendingChanges(Predicate<Change> withdrawn, Consumer<Change> onComplete) {
    this.withdrawn = withdrawn;
    this.onComplete = onComplete;
  }

  /**
   * Adds a change that was written.
   *
   * @param position of the instance in its service
   * @param views current lists of all subscribers of the service on this loop
   */
  void add(Change change, int service, int position, Collection<ServiceView> views) {
    Map<Integer, Pending> ofService = pending.computeIfAbsent(service, of -> new LinkedHashMap<>());
    Pending before = ofService.get(change.instance());
    if (before != null
        && before.change.registered() == change.registered()
        && !withdrawn.test(before.change)) {
      // The call was repeated: the change counts from the first attempt.
      end(change, End.DELIVERED, -1);
      return;
    }
    if (before != null) {
      ofService.remove(change.instance());
      end(before.change, End.SUPERSEDED, change.written() - before.change.written());
    }
    Pending added = new Pending(change, position);
    added.waiting = (int) views.stream().filter(added::isPendingFor).count();
    if (!isComplete(added)) {
      ofService.put(change.instance(), added);
    }
  }

  /**
   * Records that a subscriber received a list of a service.
   *
   * @param view its previous list
   * @param named the instances in the new list, by position in the service
   */
  void received(int service, ServiceView view, BitSet named, long now) {
    pending
        .getOrDefault(service, Map.of())
        .values()
        .removeIf(
            each -> {
              if (each.isPendingFor(view) && named.get(each.position) == each.change.registered()) {
                each.waiting--;
                each.delay = now - each.change.written();
              }
              return isComplete(each);
            });
  }

  /** Removes a subscriber that has lost its connection or left. */
  void removeSubscriber(int service, ServiceView view) {
    pending
        .getOrDefault(service, Map.of())
        .values()
        .removeIf(
            each -> {
              each.waiting -= each.isPendingFor(view) ? 1 : 0;
              return isComplete(each);
            });
  }

  /** Ends the changes that have been pending for at least this long, in nanoseconds. */
  void end(End how, long age, long now) {
    for (Map<Integer, Pending> ofService : pending.values()) {
      ofService
          .values()
          .removeIf(
              each -> {
                long pendingFor = now - each.change.written();
                if (pendingFor >= age) {
                  // A registration that a crash has undone need not be delivered.
                  boolean undone = withdrawn.test(each.change);
                  end(each.change, undone ? End.SUPERSEDED : how, pendingFor);
                }
                return pendingFor >= age;
              });
    }
  }

  private boolean isComplete(Pending each) {
    if (each.waiting == 0) {
      end(each.change, End.DELIVERED, each.delay);
    }
    return each.waiting == 0;
  }

  private void end(Change change, End how, long after) {
    if (change.complete(how, after)) {
      onComplete.accept(change);
    }
  }
}
