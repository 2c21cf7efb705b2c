package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.simulator.client.Operation;
import java.time.Duration;
import java.util.Arrays;

/** How a fleet leaves: its load ends, it is deregistered, and a last look is taken for ghosts. */
final class Teardown {

  private static final Duration DRAIN = Duration.ofSeconds(5);

  /**
   * How much longer than at best a deregistration may take. By then what is left has expired by
   * itself: 30 s after its last beat.
   */
  private static final Duration DEREGISTRATION = Duration.ofSeconds(45);

  /** How long it may go without a single success: nobody is served by waiting longer. */
  private static final Duration STALL = Duration.ofSeconds(15);

  private final int nodes;
  private final Duration atLeast;
  private final Duration grace;
  private final Engine engine;
  private final FleetRollout rollout;
  private final TickLoop seconds;

  /**
   * @param nodes how many the cluster has
   * @param atLeast how long the deregistrations should take at least
   * @param grace how long a deregistered instance may take to be gone from every node
   */
  Teardown(
      int nodes,
      Duration atLeast,
      Duration grace,
      Engine engine,
      FleetRollout rollout,
      TickLoop seconds) {
    this.nodes = nodes;
    this.atLeast = atLeast;
    this.grace = grace;
    this.engine = engine;
    this.rollout = rollout;
    this.seconds = seconds;
  }

  /**
   * Leaves.
   *
   * @return how many deregistered instances are still there at the very end, by node; zeros when
   *     not all were deregistered
   */
  int[] leave() {
    seconds.endPolls();
    drain();
    Duration limit = atLeast.plus(DEREGISTRATION);
    seconds.begin(Phases.DEREGISTER, limit);
    boolean gone =
        rollout
            .run(Operation.DEREGISTER, "deregistration", atLeast, limit, STALL, () -> false)
            .finished();
    return gone && !seconds.stopped() ? ghosts() : new int[nodes];
  }

  private void drain() {
    seconds.begin(Phases.DRAIN, DRAIN);
    engine.stopTurns();
    long drained = System.nanoTime() + DRAIN.toNanos();
    while (engine.callsUnderWay() > 0 && System.nanoTime() - drained < 0) {
      seconds.pass();
    }
  }

  private int[] ghosts() {
    seconds.begin(Phases.GHOSTS, grace.plus(seconds.sweepLimit(Sweeper.READS_PER_SECOND)));
    long due = System.nanoTime() + grace.toNanos();
    seconds.until(due, () -> false);
    boolean whole = look(due);
    if (whole && Arrays.stream(seconds.ghosts()).anyMatch(found -> found > 0)) {
      // A node that stood still may have answered what had not reached it yet.
      seconds.allow(seconds.sweepLimit(Sweeper.READS_PER_SECOND));
      look(System.nanoTime());
    }
    return seconds.ghosts();
  }

  /** Whether every cell was read. */
  private boolean look(long since) {
    boolean whole = seconds.sweep(since, Sweeper.READS_PER_SECOND);
    seconds.pass();
    return whole;
  }
}
