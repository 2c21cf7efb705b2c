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
 * The changes that subscribers of one event loop have not received yet. A subscriber waits for a
 * change if it subscribed before the change was written and its last known list differs from the
 * change.
 */
final class PendingChanges {

  private final Predicate<Change> withdrawn;
  private final Consumer<Change> over;

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

    private boolean isAwaitedBy(ServiceView view) {
      return view.subscriber() != change.instance()
          && view.since() - change.written() <= 0
          && view.named().get(position) != change.registered();
    }
  }

  /**
   * @param withdrawn whether a crash of its instance has undone a change
   * @param over receives each change that is over for all loops
   */
  PendingChanges(Predicate<Change> withdrawn, Consumer<Change> over) {
    this.withdrawn = withdrawn;
    this.over = over;
  }

  /**
   * A change was written.
   *
   * @param position of the instance in its service
   * @param views of the service
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
    added.waiting = (int) views.stream().filter(added::isAwaitedBy).count();
    if (!isOver(added)) {
      ofService.put(change.instance(), added);
    }
  }

  /**
   * A subscriber receives a list of a service.
   *
   * @param view its last known list
   * @param named the instances in the new list, by position in the service
   */
  void received(int service, ServiceView view, BitSet named, long now) {
    pending
        .getOrDefault(service, Map.of())
        .values()
        .removeIf(
            each -> {
              if (each.isAwaitedBy(view) && named.get(each.position) == each.change.registered()) {
                each.waiting--;
                each.delay = now - each.change.written();
              }
              return isOver(each);
            });
  }

  /** A subscriber has lost its connection or has left: no change waits for it any more. */
  void gone(int service, ServiceView view) {
    pending
        .getOrDefault(service, Map.of())
        .values()
        .removeIf(
            each -> {
              each.waiting -= each.isAwaitedBy(view) ? 1 : 0;
              return isOver(each);
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
                  // No subscriber need ever receive what a crash has undone.
                  boolean undone = withdrawn.test(each.change);
                  end(each.change, undone ? End.SUPERSEDED : how, pendingFor);
                }
                return pendingFor >= age;
              });
    }
  }

  private boolean isOver(Pending each) {
    if (each.waiting == 0) {
      end(each.change, End.DELIVERED, each.delay);
    }
    return each.waiting == 0;
  }

  private void end(Change change, End how, long after) {
    if (change.over(how, after)) {
      over.accept(change);
    }
  }
}
