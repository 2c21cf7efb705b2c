package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.Sweeper;
import java.time.Duration;

/** How a fleet leaves: its load ends, it deregisters, and a last look finds stale instances. */
final class Teardown {

  private static final Duration DRAIN = Duration.ofSeconds(5);

  /**
   * How much longer than at best a deregistration may take. By then what is left has expired by
   * itself: 30 s after its last beat.
   */
  private static final Duration DEREGISTRATION = Duration.ofSeconds(45);

  /** How long it may go without a single success: nobody is served by waiting longer. */
  private static final Duration STALL = Duration.ofSeconds(15);

  private final Duration atLeast;
  private final Duration grace;
  private final boolean published;
  private final Engine engine;
  private final FleetRollout rollout;
  private final TickLoop ticks;

  /**
   * @param atLeast how long the deregistrations should take at least
   * @param published whether the fleet has published configurations
   * @param grace how long a deregistered instance may take to be gone from every node
   */
  Teardown(
      Duration atLeast,
      Duration grace,
      boolean published,
      Engine engine,
      FleetRollout rollout,
      TickLoop ticks) {
    this.atLeast = atLeast;
    this.grace = grace;
    this.published = published;
    this.engine = engine;
    this.rollout = rollout;
    this.ticks = ticks;
  }

  /**
   * Leaves, and adds to what was measured how many deregistered instances each node lists at the
   * very end, unless not all were deregistered.
   */
  void leave(RunStats measured) {
    ticks.endPolls();
    drain();
    Duration limit = atLeast.plus(DEREGISTRATION);
    ticks.begin(Phases.DEREGISTER, limit);
    if (published) {
      removeConfigurations();
    }
    boolean gone =
        rollout
            .run(Operation.DEREGISTER, "deregistration", atLeast, limit, STALL, () -> false)
            .finished();
    if (gone && !ticks.stopped()) {
      lookForStaleInstances();
      measured
          .registry()
          .forEach(
              (node, stats) -> {
                long stale = ticks.lastSecond().registry().get(node).count(RegistryCount.STALE);
                stats.set(RegistryCount.STALE, Math.max(stats.count(RegistryCount.STALE), stale));
              });
    }
  }

  /** They would outlive the clients that published them, which instances do not. */
  private void removeConfigurations() {
    boolean gone =
        rollout
            .run(Operation.REMOVE, "removal", Duration.ZERO, DEREGISTRATION, STALL, () -> false)
            .finished();
    if (!gone) {
      ticks.note(
          "not all configurations of this run could be removed: their data ids begin with its"
              + " services' names");
    }
  }

  private void drain() {
    ticks.begin(Phases.DRAIN, DRAIN);
    engine.stopLoad();
    long drained = ticks.now() + DRAIN.toNanos();
    while (engine.callsUnderWay() > 0 && ticks.now() - drained < 0) {
      ticks.pass();
    }
  }

  private void lookForStaleInstances() {
    ticks.begin(Phases.STALE, grace.plus(ticks.sweepLimit(Sweeper.READS_PER_SECOND)));
    long due = ticks.now() + grace.toNanos();
    ticks.until(due, () -> false);
    boolean whole = look(due);
    if (whole
        && RegistryStats.worst(ticks.lastSecond().registry().values()).count(RegistryCount.STALE)
            > 0) {
      // A node that stood still may have answered what had not reached it yet.
      ticks.allow(ticks.sweepLimit(Sweeper.READS_PER_SECOND));
      look(ticks.now());
    }
  }

  /** Whether every cell was read. */
  private boolean look(long since) {
    boolean whole = ticks.sweep(since, Sweeper.READS_PER_SECOND);
    ticks.pass();
    return whole;
  }
}
