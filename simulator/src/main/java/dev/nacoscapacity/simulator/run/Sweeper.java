package dev.nacoscapacity.simulator.run;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads cells (a service on a node) on top of the fleet's own lists, a few at a time so that it
 * stays a small part of the load.
 */
final class Sweeper {

  private static final int UNDER_WAY = 8;

  /** One read to make. */
  record Cell(int service, int node) {}

  /** Starts the read of a cell; {@link #completed} must follow. */
  interface Starter {
    void start(Cell cell);
  }

  private final Deque<Cell> queue = new ArrayDeque<>();
  private final Starter starter;
  private int underWay;

  Sweeper(Starter starter) {
    this.starter = starter;
  }

  void add(Cell cell) {
    queue.addLast(cell);
  }

  void step() {
    while (underWay < UNDER_WAY && !queue.isEmpty()) {
      underWay++;
      starter.start(queue.pollFirst());
    }
  }

  void completed() {
    underWay--;
  }

  /** Drops what has not been started. */
  void clear() {
    queue.clear();
  }

  int pending() {
    return queue.size() + underWay;
  }
}
