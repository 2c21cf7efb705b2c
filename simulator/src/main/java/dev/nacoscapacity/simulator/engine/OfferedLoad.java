package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import dev.nacoscapacity.simulator.schedule.Periods;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * The periodic calls of one event loop. Each arrival of an actor that takes part is required, and
 * either becomes a call or is skipped, since the previous call of the actor is still in flight.
 */
final class OfferedLoad {

  private final Fleet fleet;
  private final Slice slice;
  private final InstanceStates states;
  private final Caller caller;

  /** All periodic operations; separate for each protocol in a fleet that speaks two. */
  private final List<PeriodicCalls> all = new ArrayList<>();

  /** The active operations: all of them under load. */
  private final List<PeriodicCalls> offered = new ArrayList<>();

  /** Nodes that refuse scrapes. */
  private final BitSet unscraped = new BitSet();

  /** Set while calls start, since a call may end at once, and must not start others recursively. */
  private boolean takingDue;

  OfferedLoad(Slice slice, InstanceStates states, Caller caller) {
    LoopSettings settings = slice.settings();
    long now = slice.now();
    this.fleet = slice.fleet();
    this.slice = slice;
    this.states = states;
    this.caller = caller;
    for (Transport transport : settings.transports()) {
      int instances = states.size();
      int listeners = slice.size(settings.listeners(transport, fleet));
      boolean grpc = settings.overGrpc(transport);
      // Over gRPC beats belong to the connection, so classes have no periods of their own.
      Periods beats = periods(settings.beat(), each -> grpc ? null : each.beatSeconds());
      add(settings, Operation.BEAT, transport, Channel.NAMING, instances, 1, beats, now);
      int lists = settings.maxLists(fleet);
      Periods period = periods(settings.list(transport), ServiceClass::listSeconds);
      add(
          settings,
          Operation.LIST,
          transport,
          Channel.NAMING,
          instances * lists,
          lists,
          period,
          now);
      if (grpc || fleet.configurations() == null) {
        // Otherwise ConfigListeners starts the next long poll when one is answered.
        Periods listen = Periods.of(settings.listen(transport));
        add(settings, Operation.LISTEN, transport, Channel.NAMING, listeners, 1, listen, now);
      }
      if (fleet.configurations() != null) {
        int configs = mostConfigs();
        int publications = slice.size(fleet.services()) * configs;
        Periods publish = Periods.of(publishPeriod());
        add(
            settings,
            Operation.PUBLISH,
            transport,
            Channel.NAMING,
            publications,
            configs,
            publish,
            now);
      }
      if (grpc) {
        // Configuration connections have a beat of their own.
        add(settings, Operation.BEAT, transport, Channel.CONFIG, listeners, 1, beats, now);
      }
    }
    if (slice.index() == 0) {
      int nodes = settings.nodes();
      Periods scrapes = Periods.of(settings.scrape());
      add(settings, Operation.SCRAPE, Transport.ANY, Channel.NAMING, nodes, 1, scrapes, now);
    }
  }

  private int mostConfigs() {
    return fleet.classes().stream().mapToInt(ServiceClass::configs).max().orElseThrow();
  }

  /** The period of publications of a configuration in nanoseconds; 0 for none. */
  private long publishPeriod() {
    double perMinute = fleet.configurations().publishPerMinute();
    long all =
        fleet.classes().stream().mapToLong(each -> (long) each.services() * each.configs()).sum();
    return perMinute == 0 ? 0 : Math.round(all * 60e9 / perMinute);
  }

  /** The period of each class: its own, or else the usual one; none when that is 0. */
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

  /** Adds an operation, unless it has no actors or no period. */
  private void add(
      LoopSettings settings,
      Operation operation,
      Transport transport,
      Channel channel,
      int actors,
      int actorsPerInstance,
      Periods periods,
      long now) {
    if (actors == 0 || periods.common() == 0) {
      return;
    }
    // Over gRPC a list replaces the health check of the next 5 s. If lists and beats had the same
    // order, all instances would omit their checks, and later send them, at the same time.
    Permutation.Order order =
        operation == Operation.LIST
            ? Permutation.Order.ROOT_OF_THREE
            : Permutation.Order.GOLDEN_RATIO;
    Permutation actorOrder = new Permutation(actors, settings.seed() + operation.ordinal(), order);
    // An operator changes configurations one after the other, even where clients call in bursts.
    Phase phase = operation == Operation.PUBLISH ? Phase.SPREAD : settings.phase();
    ArrivalSchedule schedule = new ArrivalSchedule(actorOrder, phase, 0, periods.common());
    IntUnaryOperator multiples =
        periods.equal() ? null : actor -> periods.multiples()[classOf(actor / actorsPerInstance)];
    all.add(
        new PeriodicCalls(
            operation,
            transport,
            channel,
            schedule,
            actors,
            actorsPerInstance,
            multiples,
            phase == Phase.BURST,
            now));
  }

  private int classOf(int member) {
    return fleet.classNumber(fleet.serviceOf(slice.global(member)));
  }

  /** The operation, or null when the load does not have it. */
  private PeriodicCalls find(Operation operation, Transport transport, Channel channel) {
    for (int i = 0; i < all.size(); i++) {
      PeriodicCalls calls = all.get(i);
      if (calls.operation() == operation
          && calls.transport() == transport
          && calls.channel() == channel) {
        return calls;
      }
    }
    return null;
  }

  /** Starts the load; an instance takes part once it is registered. */
  void begin(long now) {
    for (PeriodicCalls calls : all) {
      calls.begin(now);
      offered.add(calls);
    }
  }

  /** Ends the load; calls in flight continue. Arrivals before now without a call are skipped. */
  void end(long now) {
    for (PeriodicCalls calls : offered) {
      expireDue(calls, now);
    }
    offered.clear();
  }

  private void expireDue(PeriodicCalls calls, long now) {
    for (long due = calls.due(); due - now <= 0; due = calls.due()) {
      expire(calls, due, now);
    }
  }

  private void expire(PeriodicCalls calls, long due, long now) {
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

  /** Whether the load has started and not ended. */
  boolean isOn() {
    return !offered.isEmpty();
  }

  /** Stops lists; arrivals before now without a call are skipped. */
  void stopLists(long now) {
    for (PeriodicCalls calls : offered) {
      if (calls.operation() == Operation.LIST) {
        expireDue(calls, now);
      }
    }
    offered.removeIf(calls -> calls.operation() == Operation.LIST);
  }

  /** Scrapes a node no more. */
  void stopScrapes(int node) {
    unscraped.set(node);
    find(Operation.SCRAPE, Transport.ANY, Channel.NAMING).endOutages(node);
  }

  /** Changes the beat period, in nanoseconds; false when it cannot or need not change. */
  boolean changeBeatPeriod(Transport transport, long period) {
    return isOn() && find(Operation.BEAT, transport, Channel.NAMING).changePeriod(period);
  }

  /** When the next arrival is due; {@code otherwise} when there is none. */
  long nextDue(long otherwise) {
    PeriodicCalls next = next();
    return next == null ? otherwise : next.due();
  }

  /** Processes arrivals that are due, the oldest first; true when there may be more. */
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
        take(next, now);
      }
      return true;
    } finally {
      takingDue = false;
    }
  }

  /** The operation with the earliest next arrival; null when there is none. */
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

  private void take(PeriodicCalls calls, long now) {
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
      caller.stats().passed(calls.operation(), due, now);
      calls.unserved().overdue(actor, due - calls.period(actor));
    }
  }

  /**
   * @param actor -1 for an arrival without an actor
   */
  private boolean takesPart(PeriodicCalls calls, int actor, long due) {
    if (actor < 0) {
      return false;
    }
    if (calls.operation() == Operation.SCRAPE) {
      return !unscraped.get(actor);
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
            || caller.driver().isNeeded(calls.operation(), instance, calls.channel(), due));
  }

  /**
   * Handles the end of a call. Arrivals of the actor that passed meanwhile are skipped, except the
   * last one of a long poll that {@link #endsInTime ended in time for it}.
   */
  void ended(Call call) {
    if (call.period == 0) {
      return;
    }
    PeriodicCalls calls = find(call.operation, call.transport, call.channel);
    int actor = call.scheduledActor;
    boolean active = call.operation == Operation.SCRAPE || isActive(calls, calls.instance(actor));
    // An instance that is away, or speaks another protocol now, has no outage over this protocol.
    calls.unserved().ended(actor, call.ok() || !active, call.due);
    endBeatOutage(call);
    int arrivals = calls.end(actor);
    boolean startsNext =
        arrivals > 0
            && active
            && offered.contains(calls)
            && endsInTime(call, call.due + arrivals * call.period);
    for (int arrival = 1; arrival <= (startsNext ? arrivals - 1 : arrivals); arrival++) {
      long due = call.due + arrival * call.period;
      caller.stats().skipped(call.operation, call.transport, due, call.answered);
    }
    if (startsNext && calls.start(actor)) {
      caller.call(calls, actor, call.answered, false);
    }
  }

  private boolean isActive(PeriodicCalls calls, int member) {
    return calls.transport() == states.transport(member) && !states.isAway(member);
  }

  /**
   * Whether a long poll ended soon enough for an arrival to become a call. A poll lasts 29.5 of its
   * 30 s, and a client starts the next when it is answered. So a poll that ends at most a tenth of
   * a period after the next arrival is followed by a poll that is due at its end; its delay counts
   * in its own latency. A poll that began late by the generator's lag may end later by that.
   */
  private static boolean endsInTime(Call call, long arrival) {
    long lag = call.startedAt - call.due;
    return call.operation == Operation.LISTEN && call.answered - arrival <= call.period / 10 + lag;
  }

  /** Ends the outages of an instance that is away from now on, or speaks another protocol. */
  void endOutages(int member, Transport from) {
    for (PeriodicCalls calls : all) {
      if (calls.transport() == from && calls.operation() != Operation.SCRAPE) {
        calls.endOutages(member);
      }
    }
  }

  /** Ends the outage of beats that a list replaces, since the next beat may never be due. */
  private void endBeatOutage(Call call) {
    if (call.operation == Operation.LIST && call.ok() && caller.keepsAlive(call)) {
      PeriodicCalls beats = find(Operation.BEAT, call.transport, Channel.NAMING);
      if (beats != null) {
        beats.unserved().ended(slice.member(call.actor), true, call.due);
      }
    }
  }

  /** Adds the number of actors in an outage, and the longest outage, of each operation. */
  void addUnserved(RunStats second, long now) {
    for (PeriodicCalls calls : offered) {
      calls.unserved().addTo(second.of(calls.operation(), calls.transport()), now);
    }
  }
}
