package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.engine.Change.End;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The changes of which one event loop's subscribers have yet to be told. A subscriber waits for a
 * change when it subscribed before that was written, and what it was told last says otherwise.
 */
final class PendingChanges {

  private final Consumer<Change> over;

  /** By service and instance. */
  private final Map<Integer, Map<Integer, Pending>> pending = new HashMap<>();

  private static final class Pending {

    private final Change change;

    /** The instance's, in its service. */
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
   * @param over told of each change that is over for all loops
   */
  PendingChanges(Consumer<Change> over) {
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
    if (before != null && before.change.registered() == change.registered()) {
      // The call was made again, and the change is as old as the first of them.
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
   * A subscriber is told how a service looks.
   *
   * @param view what it was told before
   * @param named what it is told now
   */
  void told(int service, ServiceView view, BitSet named, long now) {
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

  /** A subscriber is gone; nothing can reach it. */
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

  /** Ends what has been pending for so long, in nanoseconds. */
  void end(End how, long age, long now) {
    for (Map<Integer, Pending> ofService : pending.values()) {
      ofService
          .values()
          .removeIf(
              each -> {
                long pendingFor = now - each.change.written();
                if (pendingFor >= age) {
                  end(each.change, how, pendingFor);
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
