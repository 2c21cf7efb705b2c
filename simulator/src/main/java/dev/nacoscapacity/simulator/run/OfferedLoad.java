package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;

/**
 * What one event loop's actors offer period after period. Each slot of an actor that takes part is
 * required, and meets its fate once: its turn is taken and becomes a call, or it is missed.
 */
final class OfferedLoad {

  private final Slice slice;
  private final InstanceStates states;
  private final Caller caller;

  private final PeriodicCalls[] turnsByOperation = new PeriodicCalls[Operation.values().length];

  /** Configuration connections have a beat of their own; null where there are none. */
  private final PeriodicCalls configBeats;

  /** Those whose turns are being taken. */
  private final List<PeriodicCalls> offered = new ArrayList<>();

  /** A call may end while it is being started; what follows must not nest. */
  private boolean takingTurns;

  OfferedLoad(
      LoopSettings settings,
      Fleet fleet,
      Slice slice,
      InstanceStates states,
      Caller caller,
      long now) {
    this.slice = slice;
    this.states = states;
    this.caller = caller;
    int listeners = slice.size(settings.listeners(fleet));
    add(turns(settings, Operation.BEAT, false, states.size(), settings.beat(), now));
    add(turns(settings, Operation.LIST, false, states.size(), settings.list(), now));
    add(turns(settings, Operation.LISTEN, false, listeners, settings.listen(), now));
    if (slice.index() == 0) {
      add(turns(settings, Operation.SCRAPE, false, settings.nodes(), settings.scrape(), now));
    }
    configBeats =
        settings.grpc() == null
            ? null
            : turns(settings, Operation.BEAT, true, listeners, settings.beat(), now);
  }

  /** Null when nobody would take them, or never. */
  private static PeriodicCalls turns(
      LoopSettings settings,
      Operation operation,
      boolean config,
      int actors,
      long period,
      long now) {
    if (actors == 0 || period == 0) {
      return null;
    }
    // Over gRPC a list spares the health check that falls due in the 5 s after it. In one order for
    // both, all of the fleet would be spared at once, and then all be checked at once.
    Permutation.Order order =
        operation == Operation.LIST
            ? Permutation.Order.ROOT_OF_THREE
            : Permutation.Order.GOLDEN_RATIO;
    Permutation rota = new Permutation(actors, settings.seed() + operation.ordinal(), order);
    ArrivalSchedule timetable = new ArrivalSchedule(rota, settings.phase(), 0, period);
    return new PeriodicCalls(operation, config, timetable, actors, now);
  }

  private void add(PeriodicCalls turns) {
    if (turns != null) {
      turnsByOperation[turns.operation().ordinal()] = turns;
    }
  }

  /** Begins; an instance takes part once it is registered. */
  void begin(long now) {
    for (PeriodicCalls turns : turnsByOperation) {
      begin(turns, now);
    }
    begin(configBeats, now);
  }

  private void begin(PeriodicCalls turns, long now) {
    if (turns != null) {
      turns.begin(now);
      offered.add(turns);
    }
  }

  /** Ends; calls under way go on. Slots not taken in time are missed. */
  void end(long now) {
    for (PeriodicCalls turns : offered) {
      for (long due = turns.due(); due - now <= 0; due = turns.due()) {
        pass(turns, due, now);
      }
    }
    offered.clear();
  }

  private void pass(PeriodicCalls turns, long due, long now) {
    int member = turns.take();
    if (!takesPart(turns, member, due)) {
      return;
    }
    caller.books().required(turns.operation());
    if (turns.underWay(member)) {
      turns.start(member);
    } else {
      caller.books().missed(turns.operation(), due, now);
    }
  }

  /** Whether it has begun and not ended. */
  boolean isOn() {
    return !offered.isEmpty();
  }

  /** Leaves an operation out from now on; false when it was already. */
  boolean leaveOut(Operation operation) {
    return offered.remove(turnsByOperation[operation.ordinal()]);
  }

  /** Gives an operation another period, in nanoseconds; false when it has that already. */
  boolean changePeriod(Operation operation, long period) {
    PeriodicCalls turns = turnsByOperation[operation.ordinal()];
    if (!isOn() || turns.period() == period) {
      return false;
    }
    turns.changePeriod(period);
    return true;
  }

  /** When the next turn is due; {@code otherwise} when none is. */
  long nextDue(long otherwise) {
    PeriodicCalls next = next();
    return next == null ? otherwise : next.due();
  }

  /** Takes the turns that are due, the oldest first; true when there may be more. */
  boolean takeTurns(int atMost, long now) {
    if (takingTurns) {
      return true;
    }
    takingTurns = true;
    try {
      for (int i = 0; i < atMost; i++) {
        PeriodicCalls next = next();
        if (next == null || next.due() - now > 0) {
          return false;
        }
        take(next);
      }
      return true;
    } finally {
      takingTurns = false;
    }
  }

  /** The operation whose next slot is due first, or null when there is none. */
  private PeriodicCalls next() {
    PeriodicCalls first = null;
    for (int i = 0; i < offered.size(); i++) {
      PeriodicCalls turns = offered.get(i);
      if (first == null || turns.due() - first.due() < 0) {
        first = turns;
      }
    }
    return first;
  }

  private void take(PeriodicCalls turns) {
    long due = turns.due();
    int member = turns.take();
    if (!takesPart(turns, member, due)) {
      return;
    }
    caller.books().required(turns.operation());
    if (turns.start(member)) {
      boolean light = turns.areBeatsOfInstances() && states.mayBeatLightly(member);
      caller.call(turns, member, due, light);
    } else {
      turns.unserved().overdue(member, due - turns.period());
    }
  }

  private boolean takesPart(PeriodicCalls turns, int member, long due) {
    if (turns.operation() == Operation.SCRAPE) {
      return true;
    }
    boolean byInstance = turns.areBeatsOfInstances() || turns.operation() == Operation.LIST;
    return (!byInstance || states.isRegistered(member))
        && caller.driver().owes(turns.operation(), slice.global(member), turns.config(), due);
  }

  /**
   * A call has ended: if it was a turn's, slots that passed meanwhile are missed, but for the last
   * one of a long poll that {@link #comesInTime came in time for it}.
   */
  void ended(Call call) {
    PeriodicCalls turns = call.config ? configBeats : turnsByOperation[call.operation.ordinal()];
    if (turns == null || call.period == 0) {
      return;
    }
    boolean ofNode = call.operation == Operation.SCRAPE;
    int actor = ofNode ? call.actor : slice.member(call.actor);
    turns.unserved().ended(actor, call.ok(), call.due);
    serveBeat(call, actor);
    int slots = turns.end(actor);
    boolean resumes =
        slots > 0 && offered.contains(turns) && comesInTime(call, call.due + slots * call.period);
    for (int slot = 1; slot <= (resumes ? slots - 1 : slots); slot++) {
      caller.books().missed(call.operation, call.due + slot * call.period, call.answered);
    }
    if (resumes && turns.start(actor)) {
      caller.call(turns, actor, call.answered, false);
    }
  }

  /**
   * A long poll is open for 29.5 of its 30 seconds, and a client starts the next as soon as it is
   * answered. So one that is answered a little after the next slot (a tenth of a period at most) is
   * followed by that slot's poll, due from then on; what it was late by is in its own latency.
   */
  private static boolean comesInTime(Call call, long slot) {
    return call.operation == Operation.LISTEN && call.answered - slot <= call.period / 10;
  }

  /**
   * Where a list serves as a beat, the next beat may never be owed, and would never end an outage.
   */
  private void serveBeat(Call call, int actor) {
    PeriodicCalls beats = turnsByOperation[Operation.BEAT.ordinal()];
    if (call.operation == Operation.LIST
        && call.ok()
        && beats != null
        && caller.driver().everyCallKeepsAlive()) {
      beats.unserved().ended(actor, true, call.due);
    }
  }

  /** Adds how many actors are without service now, and for how long. */
  void addUnserved(Tally tally, long now) {
    for (PeriodicCalls turns : offered) {
      ActorOutages unserved = turns.unserved();
      tally.unserved(turns.operation(), unserved.count(), unserved.longestMs(now));
    }
  }
}
