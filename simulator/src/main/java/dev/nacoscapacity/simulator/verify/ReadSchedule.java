package dev.nacoscapacity.simulator.verify;

import java.time.Duration;
import java.util.Arrays;

/** Selects the cells to list; a cell is selected again only after its answer had time to arrive. */
final class ReadSchedule {

  /** A cell is not named again before its last answer had this time to arrive. */
  private static final Duration ANSWER = Duration.ofSeconds(8);

  private final ServiceNodeGrid grid;
  private final long pollAfter;
  private final long again;
  private final long[] namedAt;
  private int cursor;

  ReadSchedule(ServiceNodeGrid grid, GracePeriods limits, long now) {
    this.grid = grid;
    this.pollAfter = limits.poll().toNanos();
    // Where many cells take turns, one may stay unread for long, but its next turn must not wait.
    this.again = Math.min(limits.unknown().minus(limits.poll()).toNanos(), ANSWER.toNanos());
    this.namedAt = new long[grid.size()];
    Arrays.fill(namedAt, now - again);
  }

  void poll(long now, int most, ReadRequest sink) {
    int named = 0;
    for (int tries = 0; tries < grid.size() && named < most; tries++) {
      int index = next();
      if (now - grid.at(index).readAt() >= pollAfter && now - namedAt[index] >= again) {
        name(index, now, sink);
        named++;
      }
    }
  }

  int sweep(long since, long now, int most, ReadRequest sink) {
    int named = 0;
    int remaining = 0;
    for (int tries = 0; tries < grid.size(); tries++) {
      int index = next();
      if (grid.at(index).identifiedAt() - since < 0) {
        remaining++;
        boolean due = namedAt[index] - since < 0 || now - namedAt[index] >= again;
        if (due && named < most) {
          name(index, now, sink);
          named++;
        }
      }
    }
    return remaining;
  }

  private int next() {
    cursor = cursor + 1 < grid.size() ? cursor + 1 : 0;
    return cursor;
  }

  private void name(int index, long now, ReadRequest sink) {
    namedAt[index] = now;
    sink.list(grid.serviceOf(index), grid.nodeOf(index));
  }
}
