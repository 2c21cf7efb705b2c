package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.OperationStats;
import java.util.concurrent.TimeUnit;

/**
 * Which actors of one periodic operation are without service, and since when: from the due time of
 * a call that failed, or that was still unanswered when the actor's next arrival came, until a call
 * of the actor succeeds. Ends of outages seen by others do not count, since they say nothing about
 * this actor. An actor costs 4 bytes.
 */
final class ActorOutages {

  private static final int SERVED = 0;

  /** Since when, in ms since the origin; {@link #SERVED} while the last call succeeded. */
  private final int[] since;

  private final long origin;
  private int count;

  /**
   * @param now in nanoseconds; no later call passes an earlier time
   */
  ActorOutages(int actors, long now) {
    this.since = new int[actors];
    // One ms earlier, so that no time is SERVED.
    this.origin = now - TimeUnit.MILLISECONDS.toNanos(1);
  }

  /** An arrival passed while the actor's call, which was due then, is under way. */
  void overdue(int actor, long due) {
    if (since[actor] == SERVED) {
      since[actor] = Math.max(1, ms(due));
      count++;
    }
  }

  /** The actor's call, which was due then, has ended. */
  void ended(int actor, boolean ok, long due) {
    if (!ok) {
      overdue(actor, due);
    } else if (count > 0 && since[actor] != SERVED) {
      since[actor] = SERVED;
      count--;
    }
  }

  /** How many actors are without service now. */
  int count() {
    return count;
  }

  /** For how long the one is who has been without service longest, in ms; 0 when none is. */
  long longestMs(long now) {
    if (count == 0) {
      return 0;
    }
    int earliest = Integer.MAX_VALUE;
    for (int begun : since) {
      if (begun != SERVED && begun < earliest) {
        earliest = begun;
      }
    }
    return Math.max(0, ms(now) - earliest);
  }

  /** Adds how many actors are without service now, and for how long. */
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
