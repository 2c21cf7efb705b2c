package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.schedule.Periods;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The periodic calls of one event loop. Each arrival of an actor that takes part is required, and
 * either becomes a call or is skipped, since the previous call of the actor is still in flight.
 */
final class OfferedLoad {

  /** The kinds of periodic calls of instances; at one time they are due in this order. */
  private static final List<BiConsumer<OfferedLoad, Transport>> KINDS =
      List.of(
          BeatCall::offer,
          ListCall::offer,
          ListenCall::offer,
          PublishCall::offer,
          ReadCall::offer,
          RegisterCall::offer,
          BeatCall::offerOfConfig);

  final FleetLoop loop;
  final Fleet fleet;
  final LoopSettings settings;
  private final Slice slice;

  /** All periodic calls; separate for each protocol in a fleet that speaks two. */
  private final List<PeriodicCalls<?>> all = new ArrayList<>();

  /** The active ones: all of them under load. */
  private final List<PeriodicCalls<?>> offered = new ArrayList<>();

  /** Set while calls start, since a call may end at once, and must not start others recursively. */
  private boolean takingDue;

  OfferedLoad(FleetLoop loop) {
    this.loop = loop;
    this.slice = loop.slice;
    this.fleet = slice.fleet();
    this.settings = slice.settings();
    for (Transport transport : settings.transports()) {
      KINDS.forEach(kind -> kind.accept(this, transport));
    }
    if (slice.index() == 0) {
      // One loop of a process calls the nodes.
      ScrapeCall.offer(this);
    }
  }

  // --- For the kinds of calls --------------------------------------------------------------------

  /** Offers periodic calls, unless they have no actors or no period. */
  void offer(int actors, Rhythm rhythm, Supplier<PeriodicCalls<?>> calls) {
    if (actors > 0 && rhythm.periods().common() > 0) {
      all.add(calls.get());
    }
  }

  /** The number of members that listen to configurations. */
  int listeners(Transport transport) {
    return slice.size(settings.listeners(transport, fleet));
  }

  /** The rhythm of calls that only a constant rate asks for; never due without it. */
  Rhythm rhythm(Operation operation) {
    return rhythm(operation, 0, each -> null);
  }

  Rhythm rhythm(Operation operation, long usual, Function<ServiceClass, Double> own) {
    return new Rhythm(
        periods(operation, usual, own),
        Permutation.Order.GOLDEN_RATIO,
        settings.workload().timing().phase());
  }

  /**
   * The period of each class in nanoseconds: its own, or else the usual one; none when that is 0.
   * All have the same one for calls at a constant rate.
   *
   * @param own in seconds; null for the usual one
   */
  Periods periods(Operation operation, long usual, Function<ServiceClass, Double> own) {
    OptionalLong ofRate = settings.ratePeriod(operation);
    if (ofRate.isPresent()) {
      return Periods.of(ofRate.getAsLong());
    }
    return Periods.of(
        fleet.classes().stream()
            .mapToLong(
                each -> {
                  Double seconds = usual == 0 ? null : own.apply(each);
                  return seconds == null ? usual : Math.round(seconds * 1e9);
                })
            .toArray());
  }

  // --- The load ----------------------------------------------------------------------------------

  /** Starts the load; an instance takes part once it is registered. */
  void begin(long now) {
    for (PeriodicCalls<?> calls : all) {
      calls.begin(now);
      offered.add(calls);
    }
  }

  /** Ends the load; calls in flight continue. Arrivals before now without a call are skipped. */
  void end(long now) {
    for (PeriodicCalls<?> calls : offered) {
      expireDue(calls, now);
    }
    offered.clear();
  }

  private void expireDue(PeriodicCalls<?> calls, long now) {
    for (long due = calls.due(); due - now <= 0; due = calls.due()) {
      expire(calls, due, now);
    }
  }

  private void expire(PeriodicCalls<?> calls, long due, long now) {
    int actor = calls.take();
    if (!takesPart(calls, actor, due)) {
      return;
    }
    loop.stats.required(calls.operation, calls.transport);
    if (calls.underWay(actor)) {
      calls.start(actor);
    } else {
      loop.stats.skipped(calls, due, now);
    }
  }

  /** Whether the load has started and not ended. */
  boolean isOn() {
    return !offered.isEmpty();
  }

  /** Stops lists; arrivals before now without a call are skipped. */
  void stopLists(long now) {
    List<PeriodicCalls<?>> lists =
        offered.stream().filter(calls -> calls.prototype() instanceof ListCall).toList();
    lists.forEach(calls -> expireDue(calls, now));
    offered.removeAll(lists);
  }

  /** Changes the beat period, in nanoseconds; false when it cannot or need not change. */
  boolean changeBeatPeriod(Transport transport, long period) {
    PeriodicCalls<?> beats =
        isOn() && settings.ratePeriod(Operation.BEAT).isEmpty() ? beats(transport) : null;
    return beats != null && beats.changePeriod(period);
  }

  /** Ends the outage of beats that a list replaces, since the next beat may never be due. */
  void endBeatOutage(ListCall list) {
    PeriodicCalls<?> beats = beats(list.transport);
    if (beats != null) {
      beats.unserved().ended(slice.member(list.actor), true, list.due);
    }
  }

  /** The beats of the instances, or null when there are none. */
  private PeriodicCalls<?> beats(Transport transport) {
    for (int i = 0; i < all.size(); i++) {
      PeriodicCalls<?> calls = all.get(i);
      boolean naming = calls.prototype().channel() == Channel.NAMING;
      if (calls.prototype() instanceof BeatCall && naming && calls.transport == transport) {
        return calls;
      }
    }
    return null;
  }

  /** When the next arrival is due; {@code otherwise} when there is none. */
  long nextDue(long otherwise) {
    PeriodicCalls<?> next = next();
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
        PeriodicCalls<?> next = next();
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

  /** The calls with the earliest next arrival; null when there are none. */
  private PeriodicCalls<?> next() {
    PeriodicCalls<?> first = null;
    for (int i = 0; i < offered.size(); i++) {
      PeriodicCalls<?> calls = offered.get(i);
      if (first == null || calls.due() - first.due() < 0) {
        first = calls;
      }
    }
    return first;
  }

  private void take(PeriodicCalls<?> calls, long now) {
    long due = calls.due();
    int actor = calls.take();
    if (!takesPart(calls, actor, due)) {
      return;
    }
    loop.stats.required(calls.operation, calls.transport);
    if (calls.start(actor)) {
      loop.caller.call(calls, actor, due);
    } else {
      loop.stats.passed(calls, due, now);
      calls.unserved().overdue(actor, due - calls.period(actor));
    }
  }

  /**
   * @param actor -1 for an arrival without an actor
   */
  private boolean takesPart(PeriodicCalls<?> calls, int actor, long due) {
    return actor >= 0 && isActive(calls, actor) && calls.takesPart(actor, due);
  }

  /** Whether the instance of an actor is not away, and speaks the protocol of the calls. */
  private boolean isActive(PeriodicCalls<?> calls, int actor) {
    int member = calls.instance(actor);
    return !calls.areOfInstances()
        || calls.transport == loop.states.transport(member) && !loop.states.isAway(member);
  }

  /**
   * Handles the end of a call. Arrivals of the actor that passed meanwhile are skipped, except the
   * last one after a call that {@link FleetCall#endsInTimeFor ended in time for it}.
   */
  void ended(FleetCall call, PeriodicCalls<?> calls) {
    int actor = call.scheduledActor;
    boolean active = isActive(calls, actor);
    // An instance that is away, or speaks another protocol now, has no outage over this protocol.
    calls.unserved().ended(actor, call.ok() || !active, call.due);
    int arrivals = calls.end(actor);
    boolean startsNext =
        arrivals > 0
            && active
            && offered.contains(calls)
            && call.endsInTimeFor(call.due + arrivals * call.period);
    for (int arrival = 1; arrival <= (startsNext ? arrivals - 1 : arrivals); arrival++) {
      loop.stats.skipped(calls, call.due + arrival * call.period, call.answered);
    }
    if (startsNext && calls.start(actor)) {
      loop.caller.call(calls, actor, call.answered);
    }
  }

  /** Ends the outages of an instance that is away from now on, or speaks another protocol. */
  void endOutages(int member, Transport from) {
    for (PeriodicCalls<?> calls : all) {
      if (calls.transport == from && calls.areOfInstances()) {
        calls.endOutages(member);
      }
    }
  }

  /** Adds the number of actors in an outage, and the longest outage, of each operation. */
  void addUnserved(RunStats second, long now) {
    for (PeriodicCalls<?> calls : offered) {
      calls.unserved().addTo(second.of(calls.operation, calls.transport), now);
    }
  }
}
