package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.engine.AdmissionRate;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.Ramp;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Ramps an operation over instances of this process: starts one call of each, and monitors the
 * progress.
 */
final class FleetRamp {

  static final Duration UNLIMITED = Duration.ofDays(1);

  private final int instances;
  private final int configurations;
  private final int loops;
  private final Engine engine;
  private final TickLoop ticks;

  /** Those that a ramp concerns, from a number to below another. */
  record Part(int from, int to) {

    int size() {
      return to - from;
    }
  }

  /**
   * @param loops number of event loops, among which the instances are divided
   */
  FleetRamp(Fleet fleet, int loops, Engine engine, TickLoop ticks) {
    this.instances = fleet.size();
    this.configurations =
        IntStream.range(0, fleet.services()).map(of -> fleet.classOf(of).configs()).sum();
    this.loops = loops;
    this.engine = engine;
    this.ticks = ticks;
  }

  /** All instances. */
  Part all() {
    return new Part(0, instances);
  }

  /** Runs until the ramp has finished or stalled, however long it takes. */
  Ramp.State run(
      Operation operation,
      Part part,
      String what,
      Duration atLeast,
      Duration stall,
      BooleanSupplier ended) {
    return run(operation, part, what, atLeast, atLeast.plus(UNLIMITED), stall, ended);
  }

  /**
   * Runs until the ramp has finished or stalled.
   *
   * @param part of the instances
   * @param what name of the ramp in notes
   * @param atLeast shortest duration, over which the calls are spread
   * @param limit longest duration
   * @param stall longest time without a single success although calls are due
   * @param ended whether to end now
   */
  Ramp.State run(
      Operation operation,
      Part part,
      String what,
      Duration atLeast,
      Duration limit,
      Duration stall,
      BooleanSupplier ended) {
    engine.ramp(operation, part.from(), part.to(), atLeast);
    Ramp.State state = new Ramp.State(0, 0, false, Optional.empty(), false, false);
    ticks.setCompleted(part.from());
    Duration gap = atLeast.multipliedBy(loops).dividedBy(part.size() + loops);
    double least = AdmissionRate.LEAST_PER_SECOND * loops;
    boolean changes = operation == Operation.PUBLISH || operation == Operation.REMOVE;
    int calls = changes ? configurations : part.size();
    RampWatch monitor = new RampWatch(calls, gap, stall, limit, least, ticks.workingTime());
    while (!state.finished() && !ended.getAsBoolean()) {
      ticks.awaitTick();
      state = engine.rampState();
      ticks.setCompleted(part.from() + state.completed());
      int progress = changes ? state.succeeded() : state.completed();
      Optional<Message> reason = monitor.giveUp(progress, state.throttled(), ticks.workingTime());
      if (!state.finished() && reason.isPresent()) {
        ticks.note(
            Message.of(
                "note.rampEnded",
                with("what", what)
                    .and("why", reason.get())
                    .and("completed", part.from() + state.completed())
                    .and("failure", state.lastFailure())));
        break;
      }
    }
    engine.endRamp();
    return state;
  }
}
