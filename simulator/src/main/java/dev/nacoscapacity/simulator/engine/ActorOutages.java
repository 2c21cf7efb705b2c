package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import java.util.concurrent.TimeUnit;

/**
 * Tracks the outages of the actors of one periodic operation. An outage begins at the due time of a
 * call that failed, or that was still unanswered when the next arrival of the actor came, and ends
 * when a call of the actor succeeds. Successes of other actors do not end it. Uses 4 bytes per
 * actor.
 */
final class ActorOutages {

  private static final int SERVED = 0;

  /** Start of the outage in ms since the origin; {@link #SERVED} without an outage. */
  private final int[] since;

  private final long origin;
  private int count;

  /**
   * @param now in nanoseconds, at or before all times passed later
   */
  ActorOutages(int actors, long now) {
    this.since = new int[actors];
    // One ms earlier, so that no start equals SERVED.
    this.origin = now - TimeUnit.MILLISECONDS.toNanos(1);
  }

  /** An arrival of an actor passed while the call that was due at {@code due} was unanswered. */
  void overdue(int actor, long due) {
    if (since[actor] == SERVED) {
      since[actor] = Math.max(1, ms(due));
      count++;
    }
  }

  /** The call of an actor that was due at {@code due} has ended. */
  void ended(int actor, boolean ok, long due) {
    if (!ok) {
      overdue(actor, due);
    } else if (count > 0 && since[actor] != SERVED) {
      since[actor] = SERVED;
      count--;
    }
  }

  /** The number of actors in an outage. */
  int count() {
    return count;
  }

  /** Duration of the longest current outage in ms; 0 without one. */
  long longestMs(long now) {
    if (count == 0) {
      return 0;
    }
    int earliest = Integer.MAX_VALUE;
    for (int start : since) {
      if (start != SERVED && start < earliest) {
        earliest = start;
      }
    }
    return Math.max(0, ms(now) - earliest);
  }

  /** Adds the number of actors in an outage, and the duration of the longest outage. */
  void addTo(OperationStats stats, long now) {
    stats.add(OperationCount.UNSERVED, count);
    long longest = longestMs(now);
    if (longest > stats.count(OperationCount.LONGEST_UNSERVED_MS)) {
      stats.set(OperationCount.LONGEST_UNSERVED_MS, longest);
    }
  }

  private int ms(long nanos) {
    return (int) TimeUnit.NANOSECONDS.toMillis(nanos - origin);
  }
}
