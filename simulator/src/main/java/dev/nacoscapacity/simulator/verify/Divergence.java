package dev.nacoscapacity.simulator.verify;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * <b>Divergent</b> is a service on which nodes have disagreed in every check for longer than the
 * limit, and were read again meanwhile. Two nodes disagree when they deviate from the expected
 * state differently: while instances come and go, nodes within its bounds do not count as
 * disagreeing, and unknown cells are ignored.
 */
final class Divergence {

  private final ServiceNodeGrid grid;
  private final long limit;
  private final long unknownAfter;
  private final BitSet disagreeing = new BitSet();
  private final long[] since;
  private final BitSet divergent = new BitSet();

  Divergence(ServiceNodeGrid grid, int services, GracePeriods limits) {
    this.grid = grid;
    this.limit = limits.divergent().toNanos();
    this.unknownAfter = limits.unknown().toNanos();
    this.since = new long[services];
  }

  void look(long now) {
    for (int service = 0; service < since.length; service++) {
      if (!disagree(service, now)) {
        disagreeing.clear(service);
        divergent.clear(service);
      } else if (!disagreeing.get(service)) {
        disagreeing.set(service);
        since[service] = now;
      } else if (now - since[service] > limit && readSince(service, now)) {
        divergent.set(service);
      }
    }
  }

  boolean isDivergent(int service) {
    return divergent.get(service);
  }

  int services() {
    return divergent.cardinality();
  }

  /**
   * Whether each known cell was read since its service began to disagree: nobody reads it often.
   */
  private boolean readSince(int service, long now) {
    return IntStream.range(0, grid.nodes())
        .mapToObj(node -> grid.at(service, node))
        .filter(cell -> isKnown(cell, now))
        .allMatch(cell -> cell.readAt() - since[service] > 0);
  }

  private boolean isKnown(ServiceOnNode cell, long now) {
    return now - cell.readAt() < unknownAfter;
  }

  private boolean disagree(int service, long now) {
    Deviation one = null;
    for (int node = 0; node < grid.nodes(); node++) {
      ServiceOnNode cell = grid.at(service, node);
      if (isKnown(cell, now)) {
        Deviation other = cell.deviation();
        if (one != null && one.fingerprint() != other.fingerprint()) {
          return true;
        }
        one = other;
      }
    }
    return false;
  }
}
