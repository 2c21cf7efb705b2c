package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.OperationStats;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;

/**
 * What one event loop's actors offer period after period. Each arrival of an actor that takes part
 * is required, and meets its fate once: its turn is taken and becomes a call, or it is skipped.
 */
final class OfferedLoad {

  private final Slice slice;
  private final InstanceStates states;
  private final Caller caller;

  private final PeriodicCalls[] callsByOperation = new PeriodicCalls[Operation.values().length];

  /** Configuration connections have a beat of their own; null where there are none. */
  private final PeriodicCalls configBeats;

  /** Those whose calls are being taken. */
  private final List<PeriodicCalls> offered = new ArrayList<>();

  /** A call may end while it is being started; what follows must not nest. */
  private boolean takingDue;

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
    add(periodic(settings, Operation.BEAT, false, states.size(), settings.beat(), now));
    add(periodic(settings, Operation.LIST, false, states.size(), settings.list(), now));
    add(periodic(settings, Operation.LISTEN, false, listeners, settings.listen(), now));
    if (slice.index() == 0) {
      add(periodic(settings, Operation.SCRAPE, false, settings.nodes(), settings.scrape(), now));
    }
    configBeats =
        settings.grpc() == null
            ? null
            : periodic(settings, Operation.BEAT, true, listeners, settings.beat(), now);
  }

  /** Null when nobody would take them, or never. */
  private static PeriodicCalls periodic(
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

  private void add(PeriodicCalls calls) {
    if (calls != null) {
      callsByOperation[calls.operation().ordinal()] = calls;
    }
  }

  /** Begins; an instance takes part once it is registered. */
  void begin(long now) {
    for (PeriodicCalls calls : callsByOperation) {
      begin(calls, now);
    }
    begin(configBeats, now);
  }

  private void begin(PeriodicCalls calls, long now) {
    if (calls != null) {
      calls.begin(now);
      offered.add(calls);
    }
  }

  /** Ends; calls under way go on. Arrivals not taken in time are skipped. */
  void end(long now) {
    for (PeriodicCalls calls : offered) {
      for (long due = calls.due(); due - now <= 0; due = calls.due()) {
        pass(calls, due, now);
      }
    }
    offered.clear();
  }

  private void pass(PeriodicCalls calls, long due, long now) {
    int member = calls.take();
    if (!takesPart(calls, member, due)) {
      return;
    }
    caller.stats().required(calls.operation());
    if (calls.underWay(member)) {
      calls.start(member);
    } else {
      caller.stats().skipped(calls.operation(), due, now);
    }
  }

  /** Whether it has begun and not ended. */
  boolean isOn() {
    return !offered.isEmpty();
  }

  /** Leaves an operation out from now on; false when it was already. */
  boolean leaveOut(Operation operation) {
    return offered.remove(callsByOperation[operation.ordinal()]);
  }

  /** Gives an operation another period, in nanoseconds; false when it has that already. */
  boolean changePeriod(Operation operation, long period) {
    PeriodicCalls calls = callsByOperation[operation.ordinal()];
    if (!isOn() || calls.period() == period) {
      return false;
    }
    calls.changePeriod(period);
    return true;
  }

  /** When the next turn is due; {@code otherwise} when none is. */
  long nextDue(long otherwise) {
    PeriodicCalls next = next();
    return next == null ? otherwise : next.due();
  }

  /** Takes the calls that are due, the oldest first; true when there may be more. */
  boolean takeDue(int atMost, long now) {
    if (takingDue) {
      return true;
    }
    takingDue = true;
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
      takingDue = false;
    }
  }

  /** The operation whose next arrival is due first, or null when there is none. */
  private PeriodicCalls next() {
    PeriodicCalls first = null;
    for (int i = 0; i < offered.size(); i++) {
      PeriodicCalls calls = offered.get(i);
      if (first == null || calls.due() - first.due() < 0) {
        first = calls;
      }
    }
    return first;
  }

  private void take(PeriodicCalls calls) {
    long due = calls.due();
    int member = calls.take();
    if (!takesPart(calls, member, due)) {
      return;
    }
    caller.stats().required(calls.operation());
    if (calls.start(member)) {
      boolean light = calls.areBeatsOfInstances() && states.mayBeatLightly(member);
      caller.call(calls, member, due, light);
    } else {
      calls.unserved().overdue(member, due - calls.period());
    }
  }

  private boolean takesPart(PeriodicCalls calls, int member, long due) {
    if (calls.operation() == Operation.SCRAPE) {
      return true;
    }
    boolean byInstance = calls.areBeatsOfInstances() || calls.operation() == Operation.LIST;
    return (!byInstance || states.isRegistered(member))
        && caller.driver().owes(calls.operation(), slice.global(member), calls.config(), due);
  }

  /**
   * A call has ended: if it was a turn's, arrivals that passed meanwhile are skipped, but for the
   * last one of a long poll that {@link #comesInTime came in time for it}.
   */
  void ended(Call call) {
    PeriodicCalls calls = call.config ? configBeats : callsByOperation[call.operation.ordinal()];
    if (calls == null || call.period == 0) {
      return;
    }
    boolean ofNode = call.operation == Operation.SCRAPE;
    int actor = ofNode ? call.actor : slice.member(call.actor);
    calls.unserved().ended(actor, call.ok(), call.due);
    serveBeat(call, actor);
    int arrivals = calls.end(actor);
    boolean resumes =
        arrivals > 0
            && offered.contains(calls)
            && comesInTime(call, call.due + arrivals * call.period);
    for (int arrival = 1; arrival <= (resumes ? arrivals - 1 : arrivals); arrival++) {
      caller.stats().skipped(call.operation, call.due + arrival * call.period, call.answered);
    }
    if (resumes && calls.start(actor)) {
      caller.call(calls, actor, call.answered, false);
    }
  }

  /**
   * A long poll is open for 29.5 of its 30 seconds, and a client starts the next as soon as it is
   * answered. So one that is answered a little after the next arrival (a tenth of a period at most)
   * is followed by that arrival's poll, due from then on; what it was late by is in its own
   * latency.
   */
  private static boolean comesInTime(Call call, long arrival) {
    return call.operation == Operation.LISTEN && call.answered - arrival <= call.period / 10;
  }

  /**
   * Where a list serves as a beat, the next beat may never be owed, and would never end an outage.
   */
  private void serveBeat(Call call, int actor) {
    PeriodicCalls beats = callsByOperation[Operation.BEAT.ordinal()];
    if (call.operation == Operation.LIST
        && call.ok()
        && beats != null
        && caller.driver().everyCallKeepsAlive()) {
      beats.unserved().ended(actor, true, call.due);
    }
  }

  /** Adds how many actors are without service now, and for how long. */
  void addUnserved(RunStats second, long now) {
    for (PeriodicCalls calls : offered) {
      ActorOutages outages = calls.unserved();
      OperationStats stats = second.of(calls.operation());
      stats.add(OperationCount.UNSERVED, outages.count());
      long longest = outages.longestMs(now);
      if (longest > stats.count(OperationCount.LONGEST_UNSERVED_MS)) {
        stats.set(OperationCount.LONGEST_UNSERVED_MS, longest);
      }
    }
  }
}
