package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.engine.AdmissionRate;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.Rollout;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Rolls an operation out over the whole fleet, and watches how it gets on. */
final class FleetRollout {

  private final int instances;
  private final int loops;
  private final Engine engine;
  private final TickLoop ticks;

  /**
   * @param loops over which the instances are spread; each keeps its own pace
   */
  FleetRollout(int instances, int loops, Engine engine, TickLoop ticks) {
    this.instances = instances;
    this.loops = loops;
    this.engine = engine;
    this.ticks = ticks;
  }

  /**
   * Rolls out, until it is finished or has to be given up.
   *
   * @param what its name for a reader
   * @param atLeast how long it should take at least
   * @param limit how long it may take
   * @param halt how long it may go without a single success, although calls are due
   * @param ended whether it is to end now
   */
  Rollout.State run(
      Operation operation,
      String what,
      Duration atLeast,
      Duration limit,
      Duration halt,
      BooleanSupplier ended) {
    engine.rollOut(operation, atLeast);
    Rollout.State state = new Rollout.State(0, false, null, false, false);
    ticks.rolledOut(0);
    Duration gap = atLeast.multipliedBy(loops).dividedBy(instances + loops);
    double least = AdmissionRate.LEAST_PER_SECOND * loops;
    RolloutPace pace = new RolloutPace(instances, gap, halt, limit, least, ticks.now());
    while (!state.finished() && !ended.getAsBoolean()) {
      ticks.pass();
      state = engine.rolloutState();
      ticks.rolledOut(state.done());
      Optional<String> reason = pace.giveUp(state.done(), state.heldBack(), ticks.now());
      if (!state.finished() && reason.isPresent()) {
        ticks.note(what + " " + reason.get() + where(state));
        break;
      }
    }
    engine.endRollout();
    return state;
  }

  private static String where(Rollout.State state) {
    String reason = state.lastFailure() == null ? "" : ", last failure: " + state.lastFailure();
    return " at %,d instances%s".formatted(state.done(), reason);
  }
}
