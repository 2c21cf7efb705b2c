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
  private final Map<Integer, Map<Integer, PendingChange>> pending = new HashMap<>();

  private static final class PendingChange {

    private final Change change;

    /** The position of the instance in its service. */
    private final int position;

    private int waiting;
    private long delay = -1;

    /** A subscriber left that had waited for too long. */
    private boolean missed;

    private PendingChange(Change change, int position) {
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
    Map<Integer, PendingChange> ofService =
        pending.computeIfAbsent(service, of -> new LinkedHashMap<>());
    PendingChange before = ofService.get(change.instance());
    if (before != null
        && before.change.registered() == change.registered()
        && !withdrawn.test(before.change)) {
      // The call was repeated: the change counts from the first attempt.
      end(change, End.DELIVERED, -1);
      return;
    }
    if (before != null) {
      ofService.remove(change.instance());
      supersede(before, change.written());
    }
    PendingChange added = new PendingChange(change, position);
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

  /** Removes a subscriber that has lost its connection, left, or subscribes anew. */
  void removeSubscriber(int service, ServiceView view, long now) {
    pending
        .getOrDefault(service, Map.of())
        .values()
        .removeIf(
            each -> {
              if (each.isPendingFor(view)) {
                each.waiting--;
                each.missed |= isOverdue(each, now);
                each.delay = each.missed ? now - each.change.written() : each.delay;
              }
              return isComplete(each);
            });
  }

  /**
   * Ends at the end of the load what is pending. What is overdue is only dropped: the comparison of
   * the last lists finds it, with what was never pending.
   */
  void endAll(long now) {
    for (Map<Integer, PendingChange> ofService : pending.values()) {
      ofService.values().stream()
          .filter(each -> !isOverdue(each, now))
          .forEach(each -> supersede(each, now));
    }
    pending.clear();
  }

  private boolean isOverdue(PendingChange each, long now) {
    // What a crash has undone need not be delivered.
    return now - each.change.written() >= Change.FAIR_LIMIT && !withdrawn.test(each.change);
  }

  private void supersede(PendingChange each, long now) {
    boolean late = each.missed || isOverdue(each, now);
    end(each.change, late ? End.UNDELIVERED : End.SUPERSEDED, now - each.change.written());
  }

  private boolean isComplete(PendingChange each) {
    if (each.waiting == 0) {
      end(each.change, each.missed ? End.UNDELIVERED : End.DELIVERED, each.delay);
    }
    return each.waiting == 0;
  }

  private void end(Change change, End how, long after) {
    if (change.complete(how, after)) {
      onComplete.accept(change);
    }
  }
}
