package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.Sweeper;
import java.time.Duration;

/**
 * Stops the load of a fleet, deregisters its instances, and checks for stale ones.
 *
 * @param atLeast shortest duration of the deregistrations
 * @param published whether the fleet has published configurations
 * @param grace longest time until no node lists a deregistered instance
 */
record Teardown(
    Duration atLeast,
    Duration grace,
    boolean published,
    Engine engine,
    FleetRamp ramp,
    TickLoop ticks) {

  static final Duration DRAIN = Duration.ofSeconds(5);

  /**
   * A deregistration may take this much longer than its shortest duration. By then the remaining
   * instances have expired, 30 s after their last beat.
   */
  static final Duration DEREGISTRATION = Duration.ofSeconds(45);

  /** Longest time without a single success of a deregistration. */
  private static final Duration STALL = Duration.ofSeconds(15);

  /** Longest time without a single removal of a configuration. */
  private static final Duration REMOVAL_STALL = Duration.ofSeconds(30);

  /**
   * Tears down the fleet. If all instances deregistered, adds the number of instances that each
   * node still lists at the end; otherwise that stays unknown.
   */
  void run(RunStats measured) {
    ticks.endPolls();
    drain();
    Duration limit = atLeast.plus(DEREGISTRATION);
    ticks.beginPhase(Phases.DEREGISTER, limit);
    boolean removed =
        ramp.run(
                Operation.DEREGISTER,
                ramp.all(),
                "deregistration",
                atLeast,
                limit,
                STALL,
                () -> false)
            .finished();
    if (published) {
      removeConfigurations();
    }
    if (removed && !ticks.stopped()) {
      findStaleInstances();
      measured
          .registry()
          .forEach(
              (node, stats) -> {
                long stale = ticks.lastSecond().registry().get(node).count(RegistryCount.STALE);
                stats.set(RegistryCount.STALE, Math.max(stats.count(RegistryCount.STALE), stale));
              });
    } else if (!ticks.stopped()) {
      ticks.leaveUnswept();
    }
  }

  /**
   * Configurations, unlike instances, do not expire when their clients stop, so they are removed as
   * long as that goes on. The user may end it.
   */
  private void removeConfigurations() {
    boolean removed =
        ramp.run(Operation.REMOVE, ramp.all(), "removal", Duration.ZERO, REMOVAL_STALL, () -> false)
            .finished();
    if (!removed) {
      ticks.note(Message.of("note.configurationsLeft"));
    }
  }

  private void drain() {
    ticks.beginPhase(Phases.DRAIN, DRAIN);
    engine.stopLoad();
    if (ticks.stopped()) {
      engine.abandonLoad();
    }
    long drained = ticks.now() + DRAIN.toNanos();
    while (engine.callsUnderWay() > 0 && ticks.now() - drained < 0) {
      ticks.awaitTick();
    }
  }

  private void findStaleInstances() {
    ticks.beginPhase(Phases.STALE, grace.plus(ticks.sweepLimit(Sweeper.READS_PER_SECOND)));
    long due = ticks.now() + grace.toNanos();
    ticks.runUntil(due, () -> false);
    boolean complete = sweep(due);
    if (complete
        && RegistryStats.worst(ticks.lastSecond().registry().values()).count(RegistryCount.STALE)
            > 0) {
      // A node that was paused may not have received the last deregistrations before it answered.
      ticks.extendPhase(ticks.sweepLimit(Sweeper.READS_PER_SECOND));
      sweep(ticks.now());
    }
  }

  /** Reads every service on every node; returns whether all reads succeeded. */
  private boolean sweep(long since) {
    boolean complete = ticks.sweep(since, Sweeper.READS_PER_SECOND);
    ticks.awaitTick();
    return complete;
  }
}
