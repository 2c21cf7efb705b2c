package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.Sweeper;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Stops the load of a fleet, deregisters its instances, and checks for stale ones. */
record Teardown(Workload settings, int nodes, Engine engine, FleetRamp ramp, TickLoop ticks) {

  static final Duration DRAIN = Duration.ofSeconds(5);

  /**
   * A deregistration may take this much longer than its shortest duration. By then the remaining
   * instances have expired, 30 s after their last beat. Persistent ones have not, so there is no
   * limit for them.
   */
  static final Duration DEREGISTRATION = Duration.ofSeconds(45);

  /** Longest time without a single success of a deregistration. */
  private static final Duration STALL = Duration.ofSeconds(15);

  /** Longest time without a single success where what is left does not expire. */
  private static final Duration STALL_OF_LASTING = Duration.ofSeconds(30);

  /**
   * Tears down the fleet.
   *
   * @return by node, the instances that it still lists at the end; empty where that is unknown,
   *     since not all deregistered
   */
  Map<String, Long> run() {
    ticks.endPolls();
    drain();
    boolean left = settings.population().publishes() && !removeConfigurations();
    boolean removed = deregister();
    if (left || settings.population().isPersistent() && !removed) {
      ticks.note(Message.of("note.left", with("stays", settings.population().stays())));
    }
    if (removed && !ticks.stopped()) {
      findStaleInstances();
      return ticks.lastSecond().registry().entrySet().stream()
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey, node -> node.getValue().count(RegistryCount.STALE)));
    }
    if (!ticks.stopped()) {
      ticks.leaveUnswept();
    }
    return Map.of();
  }

  /**
   * Deregisters all instances, and once more those that a late answer to an earlier call has
   * registered meanwhile.
   */
  private boolean deregister() {
    boolean lasts = settings.population().isPersistent();
    LoadFigures figures = new LoadFigures(settings);
    Duration atLeast = figures.pace().teardownAtLeast();
    Duration limit = lasts ? FleetRamp.UNLIMITED : atLeast.plus(DEREGISTRATION);
    Duration stall = lasts ? STALL_OF_LASTING : STALL;
    long ends = ticks.now() + limit.toNanos();
    ticks.beginPhase(Phases.DEREGISTER, lasts ? Duration.ZERO : limit);
    boolean outlived = engine.callsUnderWay() > 0;
    boolean removed = deregister(atLeast, limit, stall);
    // Once stopped, what comes back and expires is not waited for.
    if (!outlived || ticks.stopped() && !lasts) {
      return removed;
    }
    Duration answers = figures.lastCalls(nodes);
    await(answers.compareTo(left(ends)) < 0 ? answers : left(ends));
    return deregister(Duration.ZERO, left(ends), stall) && removed;
  }

  private Duration left(long ends) {
    return Duration.ofNanos(Math.max(0, ends - ticks.now()));
  }

  private boolean deregister(Duration atLeast, Duration limit, Duration stall) {
    return ramp.run(
            Operation.DEREGISTER, ramp.all(), "deregistration", atLeast, limit, stall, () -> false)
        .finished();
  }

  /**
   * Configurations, unlike instances, do not expire when their clients stop, so they are removed
   * first, in case this process is killed, and as long as that goes on. The user may end it.
   */
  private boolean removeConfigurations() {
    ticks.beginPhase(Phases.DEREGISTER, Duration.ZERO);
    return ramp.run(
            Operation.REMOVE, ramp.all(), "removal", Duration.ZERO, STALL_OF_LASTING, () -> false)
        .finished();
  }

  private void drain() {
    ticks.beginPhase(Phases.DRAIN, DRAIN);
    engine.stopLoad();
    if (ticks.stopped()) {
      engine.abandonLoad();
    }
    await(DRAIN);
  }

  /** Waits until no call is under way. */
  private void await(Duration limit) {
    long until = ticks.now() + limit.toNanos();
    while (engine.callsUnderWay() > 0 && ticks.now() - until < 0) {
      ticks.awaitTick();
    }
  }

  private void findStaleInstances() {
    Duration grace = settings.timing().registrationGrace();
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
