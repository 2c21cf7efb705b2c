package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import java.util.function.LongSupplier;

/** One event loop's rollouts, one after another; between two of them nothing is rolled out. */
final class Rollouts {

  private final LongSupplier clock;
  private final LoopSettings settings;
  private final Slice slice;
  private final InstanceStates states;
  private final Caller caller;
  private final AdmissionRate admissions;
  private Rollout current;

  /**
   * @param admissions how fast clients are brought in
   */
  Rollouts(
      LongSupplier clock,
      LoopSettings settings,
      Slice slice,
      InstanceStates states,
      Caller caller,
      AdmissionRate admissions) {
    this.clock = clock;
    this.settings = settings;
    this.slice = slice;
    this.states = states;
    this.caller = caller;
    this.admissions = admissions;
  }

  /** Lets every instance make one call of a kind. */
  void begin(Operation operation, DueTimes pace, long now) {
    current =
        new Rollout(
            operation,
            states.size(),
            settings.newLimit(),
            pace,
            operation == Operation.REGISTER ? admissions : settings.newDepartures(now),
            member -> operation != Operation.DEREGISTER || states.mayBeThere(member),
            member -> start(operation, member));
  }

  /** Who has to connect before it can register does that first. */
  private void start(Operation operation, int member) {
    int instance = slice.global(member);
    if (operation == Operation.REGISTER) {
      states.offered(member);
      if (!caller.driver().connected(instance)) {
        caller.connect(instance, false);
        return;
      }
    }
    caller.callOnce(operation, instance);
  }

  /** Starts what may be started now. */
  void step(long now) {
    if (current != null) {
      current.step(now);
    }
  }

  /** Whether the rollout under way started a call. */
  boolean started(Call call) {
    return current != null && current.started(call, slice.member(call.actor));
  }

  /** A call has ended: if the rollout under way started it, others may follow. */
  void ended(Call call) {
    if (started(call)) {
      current.completed(call, slice.member(call.actor));
      current.step(clock.getAsLong());
    }
  }

  /** How far the rollout under way has come. */
  Rollout.State state() {
    return current.state();
  }

  /** Ends the rollout under way, finished or not. */
  void end() {
    current = null;
  }
}
