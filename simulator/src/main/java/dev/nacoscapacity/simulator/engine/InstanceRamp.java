package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import java.util.Optional;

/** The ramp of a loop's instances, if one is under way: whom it concerns, which calls are of it. */
final class InstanceRamp {

  /** What instances do in a ramp. */
  interface Calls {

    /** Whether an instance has such a call to make. */
    boolean isConcerned(Operation operation, int member);

    /** Starts the call of an instance. */
    void start(Operation operation, int member);
  }

  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final AdmissionRate admissions;
  private final Calls calls;
  private Optional<Ramp> ramp = Optional.empty();
  private int first;

  /**
   * @param admissions the rate of ramps that add to the registry
   */
  InstanceRamp(Slice slice, InstanceStates states, AdmissionRate admissions, Calls calls) {
    this.slice = slice;
    this.settings = slice.settings();
    this.states = states;
    this.admissions = admissions;
    this.calls = calls;
  }

  /** Begins one of the members {@code from} to below {@code to}. */
  void begin(Operation operation, int from, int to, DueTimes pace, long now) {
    first = from;
    boolean admits = operation == Operation.REGISTER || operation == Operation.PUBLISH;
    ramp =
        Optional.of(
            new Ramp(
                operation,
                new Members(operation, to - from),
                settings.transports().stream().map(transport -> settings.newLimit()).toList(),
                pace,
                admits ? admissions : settings.newUnlimitedRate(now)));
  }

  private final class Members implements Ramp.Actors {

    private final Operation operation;
    private final int count;

    private Members(Operation operation, int count) {
      this.operation = operation;
      this.count = count;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public int limitOf(int actor) {
      return settings.transports().indexOf(states.transport(first + actor));
    }

    @Override
    public boolean isConcerned(int actor) {
      return calls.isConcerned(operation, first + actor);
    }

    @Override
    public void start(int actor) {
      calls.start(operation, first + actor);
    }

    @Override
    public boolean connectToLeave() {
      return slice.fleet().isPersistent();
    }
  }

  /** Starts the calls that may start now. */
  void step(long now) {
    ramp.ifPresent(each -> each.step(now));
  }

  /** The ramp, if it started a call. */
  Optional<Ramp> of(Call call) {
    return ramp.filter(each -> each.started(call, actor(call)));
  }

  /** A call has ended, which may be of the ramp. */
  void ended(Call call) {
    ramp.ifPresent(each -> each.ended(call, actor(call), slice.now()));
  }

  Ramp.State state() {
    return ramp.orElseThrow().state();
  }

  /** Ends it; late answers to its calls are not of the next one. */
  Operation end() {
    Operation ended = ramp.orElseThrow().operation();
    ramp = Optional.empty();
    return ended;
  }

  /** The number in the ramp of the instance that calls; negative when it is not of it. */
  private int actor(Call call) {
    return slice.member(call.actor) - first;
  }
}
