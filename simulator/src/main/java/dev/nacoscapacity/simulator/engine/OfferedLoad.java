package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.record.ServiceClass;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import dev.nacoscapacity.simulator.schedule.Periods;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * What one event loop's actors offer period after period. Each arrival of an actor that takes part
 * is required, and meets its fate once: its turn is taken and becomes a call, or it is skipped.
 */
final class OfferedLoad {

  private final Fleet fleet;
  private final Slice slice;
  private final InstanceStates states;
  private final Caller caller;

  /** All that there are; clients of each protocol have their own where the fleet speaks two. */
  private final List<PeriodicCalls> all = new ArrayList<>();

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
    this.fleet = fleet;
    this.slice = slice;
    this.states = states;
    this.caller = caller;
    for (Transport transport : settings.transports()) {
      int instances = states.size();
      int listeners = slice.size(settings.listeners(transport, fleet));
      boolean grpc = settings.overGrpc(transport);
      // Over gRPC a beat is the connection's, and the client's own affair.
      Periods beats = periods(settings.beat(), each -> grpc ? null : each.beatSeconds());
      add(settings, Operation.BEAT, transport, false, instances, 1, beats, now);
      int lists = settings.maxLists(fleet);
      Periods period = periods(settings.list(transport), ServiceClass::listSeconds);
      add(settings, Operation.LIST, transport, false, instances * lists, lists, period, now);
      if (grpc || fleet.configurations() == null) {
        // A long poll that may be answered at any time is followed by the next one then.
        Periods listen = Periods.of(settings.listen(transport));
        add(settings, Operation.LISTEN, transport, false, listeners, 1, listen, now);
      }
      if (fleet.configurations() != null) {
        int configs = mostConfigs();
        int publications = slice.size(fleet.services()) * configs;
        Periods publish = Periods.of(publishPeriod());
        add(settings, Operation.PUBLISH, transport, false, publications, configs, publish, now);
      }
      if (grpc) {
        // Configuration connections have a beat of their own.
        add(settings, Operation.BEAT, transport, true, listeners, 1, beats, now);
      }
    }
    if (slice.index() == 0) {
      int nodes = settings.nodes();
      Periods scrapes = Periods.of(settings.scrape());
      add(settings, Operation.SCRAPE, Transport.ANY, false, nodes, 1, scrapes, now);
    }
  }

  private int mostConfigs() {
    return fleet.classes().stream().mapToInt(ServiceClass::configs).max().orElseThrow();
  }

  /** From one publication of a configuration to its next; 0 when there is none. */
  private long publishPeriod() {
    double perMinute = fleet.configurations().publishPerMinute();
    long all =
        fleet.classes().stream().mapToLong(each -> (long) each.services() * each.configs()).sum();
    return perMinute == 0 ? 0 : Math.round(all * 60e9 / perMinute);
  }

  /** By class; none where the usual one is none. */
  private Periods periods(long usual, Function<ServiceClass, Double> own) {
    return Periods.of(
        fleet.classes().stream()
            .mapToLong(
                each -> {
                  Double seconds = usual == 0 ? null : own.apply(each);
                  return seconds == null ? usual : Math.round(seconds * 1e9);
                })
            .toArray());
  }

  /** None when nobody would take them, or never. */
  private void add(
      LoopSettings settings,
      Operation operation,
      Transport transport,
      boolean config,
      int actors,
      int actorsEach,
      Periods periods,
      long now) {
    if (actors == 0 || periods.common() == 0) {
      return;
    }
    // Over gRPC a list spares the health check that falls due in the 5 s after it. In one order for
    // both, all of the fleet would be spared at once, and then all be checked at once.
    Permutation.Order order =
        operation == Operation.LIST
            ? Permutation.Order.ROOT_OF_THREE
            : Permutation.Order.GOLDEN_RATIO;
    Permutation rota = new Permutation(actors, settings.seed() + operation.ordinal(), order);
    // An operator changes configurations one after the other, even where clients call in bursts.
    Phase phase = operation == Operation.PUBLISH ? Phase.SPREAD : settings.phase();
    ArrivalSchedule timetable = new ArrivalSchedule(rota, phase, 0, periods.common());
    IntUnaryOperator multiples =
        periods.equal() ? null : actor -> periods.multiples()[classOf(actor / actorsEach)];
    all.add(
        new PeriodicCalls(
            operation,
            transport,
            config,
            timetable,
            actors,
            actorsEach,
            multiples,
            phase == Phase.BURST,
            now));
  }

  private int classOf(int member) {
    return fleet.classNumber(fleet.serviceOf(slice.global(member)));
  }

  /** Null when there are none such. */
  private PeriodicCalls find(Operation operation, Transport transport, boolean config) {
    for (int i = 0; i < all.size(); i++) {
      PeriodicCalls calls = all.get(i);
      if (calls.operation() == operation
          && calls.transport() == transport
          && calls.config() == config) {
        return calls;
      }
    }
    return null;
  }

  /** Begins; an instance takes part once it is registered. */
  void begin(long now) {
    for (PeriodicCalls calls : all) {
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
    int actor = calls.take();
    if (!takesPart(calls, actor, due)) {
      return;
    }
    caller.stats().required(calls.operation(), calls.transport());
    if (calls.underWay(actor)) {
      calls.start(actor);
    } else {
      caller.stats().skipped(calls.operation(), calls.transport(), due, now);
    }
  }

  /** Whether it has begun and not ended. */
  boolean isOn() {
    return !offered.isEmpty();
  }

  /** Leaves scrapes out from now on; false when they were already. */
  boolean leaveOutScrapes() {
    return offered.remove(find(Operation.SCRAPE, Transport.ANY, false));
  }

  /** Gives instances' beats another period, in nanoseconds; false when they have that already. */
  boolean changeBeatPeriod(Transport transport, long period) {
    return isOn() && find(Operation.BEAT, transport, false).changePeriod(period);
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
    int actor = calls.take();
    if (!takesPart(calls, actor, due)) {
      return;
    }
    caller.stats().required(calls.operation(), calls.transport());
    if (calls.start(actor)) {
      boolean light = calls.areBeatsOfInstances() && states.mayBeatLightly(actor);
      caller.call(calls, actor, due, light);
    } else {
      calls.unserved().overdue(actor, due - calls.period(actor));
    }
  }

  /**
   * @param actor or -1 for nobody
   */
  private boolean takesPart(PeriodicCalls calls, int actor, long due) {
    if (actor < 0) {
      return false;
    }
    if (calls.operation() == Operation.SCRAPE) {
      return true;
    }
    int member = calls.instance(actor);
    int instance = slice.global(member);
    boolean byInstance =
        calls.areBeatsOfInstances()
            || calls.operation() == Operation.LIST
            || calls.operation() == Operation.PUBLISH;
    return (byInstance ? states.isRegistered(member) : !states.isAway(member))
        && calls.transport() == states.transport(member)
        && (calls.operation() != Operation.LIST
            || calls.which(actor) < fleet.subscriptions(instance, 1))
        && (calls.operation() != Operation.PUBLISH
            || calls.which(actor) < fleet.classOf(fleet.serviceOf(instance)).configs())
        && (calls.transport() == Transport.HTTP
            || caller.driver().owes(calls.operation(), instance, calls.config(), due));
  }

  /**
   * A call has ended: if it was a turn's, arrivals that passed meanwhile are skipped, but for the
   * last one of a long poll that {@link #comesInTime came in time for it}.
   */
  void ended(Call call) {
    if (call.period == 0) {
      return;
    }
    PeriodicCalls calls = find(call.operation, call.transport, call.config);
    int actor = call.turnOf;
    boolean speaks = call.operation == Operation.SCRAPE || speaks(calls, calls.instance(actor));
    // Whoever is away, or speaks another protocol by now, waits for nothing over this one.
    calls.unserved().ended(actor, call.ok() || !speaks, call.due);
    serveBeat(call);
    int arrivals = calls.end(actor);
    boolean resumes =
        arrivals > 0
            && speaks
            && offered.contains(calls)
            && comesInTime(call, call.due + arrivals * call.period);
    for (int arrival = 1; arrival <= (resumes ? arrivals - 1 : arrivals); arrival++) {
      long due = call.due + arrival * call.period;
      caller.stats().skipped(call.operation, call.transport, due, call.answered);
    }
    if (resumes && calls.start(actor)) {
      caller.call(calls, actor, call.answered, false);
    }
  }

  private boolean speaks(PeriodicCalls calls, int member) {
    return calls.transport() == states.transport(member) && !states.isAway(member);
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

  /** An instance is away from now on, or speaks another protocol. */
  void moved(int member, Transport from) {
    for (PeriodicCalls calls : all) {
      if (calls.transport() == from && calls.operation() != Operation.SCRAPE) {
        calls.giveUp(member);
      }
    }
  }

  /**
   * Where a list serves as a beat, the next beat may never be owed, and would never end an outage.
   */
  private void serveBeat(Call call) {
    if (call.operation == Operation.LIST && call.ok() && caller.keepsAlive(call)) {
      PeriodicCalls beats = find(Operation.BEAT, call.transport, false);
      if (beats != null) {
        beats.unserved().ended(slice.member(call.actor), true, call.due);
      }
    }
  }

  /** Adds how many actors are without service now, and for how long. */
  void addUnserved(RunStats second, long now) {
    for (PeriodicCalls calls : offered) {
      calls.unserved().addTo(second.of(calls.operation(), calls.transport()), now);
    }
  }
}
