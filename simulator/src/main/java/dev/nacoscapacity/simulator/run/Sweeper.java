package dev.nacoscapacity.simulator.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads cells (a service on a node) on top of the fleet's own lists. The reads are evenly spaced,
 * so that they stay a small part of the load; as many are under way as answers take to come. A cell
 * that is waiting or being read is not read twice, which bounds the reads that a silent node holds.
 */
final class Sweeper {

  /** Of all loops of a process together. */
  static final int READS_PER_SECOND = 1000;

  private static final long SECOND = 1_000_000_000L;

  /** A loop that was late makes up for so much; beyond that its reads begin later. */
  private static final long MADE_UP = 20_000_000L;

  /** One read to make. */
  record Cell(int service, int node) {}

  /** Starts the read of a cell; {@link #completed} must follow. */
  interface Starter {
    void start(Cell cell);
  }

  private final Deque<Cell> queue = new ArrayDeque<>();
  private final Set<Cell> pending = new HashSet<>();
  private final Starter starter;
  private final long gap;
  private long next;

  /**
   * @param loops over which all reads are shared out
   * @param now in nanoseconds
   */
  Sweeper(int loops, long now, Starter starter) {
    this.starter = starter;
    this.gap = loops * SECOND / READS_PER_SECOND;
    this.next = now;
  }

  void add(Cell cell) {
    if (pending.add(cell)) {
      queue.addLast(cell);
    }
  }

  /** Starts what is due now; to be called every few milliseconds. */
  void step(long now) {
    next = Math.max(next, now - MADE_UP);
    while (now - next >= 0 && !queue.isEmpty()) {
      next += gap;
      starter.start(queue.pollFirst());
    }
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
