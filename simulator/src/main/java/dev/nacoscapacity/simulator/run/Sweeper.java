package dev.nacoscapacity.simulator.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads cells (a service on a node) on top of the fleet's own lists, a few at a time so that it
 * stays a small part of the load. A cell that is waiting or being read is not read twice.
 */
final class Sweeper {

  private static final int UNDER_WAY = 4;

  /** One read to make. */
  record Cell(int service, int node) {}

  /** Starts the read of a cell; {@link #completed} must follow. */
  interface Starter {
    void start(Cell cell);
  }

  private final Deque<Cell> queue = new ArrayDeque<>();
  private final Set<Cell> pending = new HashSet<>();
  private final Starter starter;
  private boolean stepping;

  Sweeper(Starter starter) {
    this.starter = starter;
  }

  void add(Cell cell) {
    if (pending.add(cell)) {
      queue.addLast(cell);
    }
  }

  /** Starts what may be started now. */
  void step() {
    if (stepping) {
      // A read that ended at once; the loop below goes on after it.
      return;
    }
    stepping = true;
    while (pending.size() - queue.size() < UNDER_WAY && !queue.isEmpty()) {
      starter.start(queue.pollFirst());
    }
    stepping = false;
  }

  void completed(Cell cell) {
    pending.remove(cell);
  }

  /** Drops what has not been started. */
  void clear() {
    queue.forEach(pending::remove);
    queue.clear();
  }
}
