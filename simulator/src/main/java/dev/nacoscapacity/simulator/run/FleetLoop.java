package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.schedule.DueTimes;
import dev.nacoscapacity.simulator.schedule.Rota;
import dev.nacoscapacity.simulator.schedule.Timetable;
import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * One event loop's slice of the fleet: takes each actor's turns when they are due, and does what
 * the run asks for. Everything here runs on the event loop's thread.
 */
final class FleetLoop {

  /** Turns closer together than this are taken in one go, which bounds their lag. */
  private static final long GRANULARITY = 100_000L;

  private static final long LONGEST_SLEEP = 5_000_000L;
  private static final long EXPIRY_INTERVAL = 500_000_000L;

  /**
   * After so many starts answers get their turn, so that a herd does not block what it waits for.
   */
  private static final int STARTS_PER_TICK = 128;

  /** After each answer so many turns may start, since a batch of large answers takes a while. */
  private static final int STARTS_PER_ANSWER = 2;

  private final EventLoop eventLoop;
  private final LongSupplier clock;
  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final Caller caller;
  private final Sweeper sweeper;
  private final Reactions reactions;
  private final Reconnections reconnections;

  private final Turns[] turnsByOperation = new Turns[Operation.values().length];

  /** Configuration connections have a beat of their own; null where there are none. */
  private Turns configBeats;

  private final List<Turns> periodic = new ArrayList<>();
  private final Runnable tick = this::tick;

  private Rollout rollout;
  private long nextExpiry;

  /** A call may end while it is being started; what follows must not nest. */
  private boolean takingTurns;

  private boolean closed;
  private RuntimeException fault;

  /**
   * @param clock the time in nanoseconds that calls are stamped with, the driver's own
   * @param drivers makes the loop's driver, which tells the loop of each call's end
   */
  FleetLoop(
      EventLoop eventLoop,
      LongSupplier clock,
      Fleet fleet,
      Slice slice,
      LoopSettings settings,
      Function<CallListener, Driver> drivers,
      LoopObserver observer,
      AtomicLongArray registrations) {
    this.eventLoop = eventLoop;
    this.clock = clock;
    this.slice = slice;
    this.settings = settings;
    this.states = new InstanceStates(slice.size(fleet.size()));
    Pushes pushes = new Pushes(fleet, registrations);
    this.caller =
        new Caller(clock, fleet, slice, drivers, observer, pushes, this::ended, this::disconnected);
    this.sweeper = new Sweeper(caller::sweep);
    this.reactions = new Reactions(this, fleet, slice, settings, states, sweeper, observer);
    this.reconnections =
        new Reconnections(
            settings.grpc() == null ? 0 : settings.grpc().reconnectGap(),
            clock.getAsLong(),
            (member, config) -> caller.connect(slice.global(member), config));
    int listeners = slice.size(settings.listeners(fleet));
    addTurns(Operation.BEAT, states.size(), settings.beat());
    addTurns(Operation.LIST, states.size(), settings.list());
    addTurns(Operation.LISTEN, listeners, settings.listen());
    if (settings.grpc() != null && listeners > 0) {
      configBeats = turns(Operation.BEAT, true, listeners, settings.beat());
    }
    if (slice.index() == 0) {
      addTurns(Operation.SCRAPE, settings.nodes(), settings.scrape());
    }
    this.nextExpiry = clock.getAsLong() + EXPIRY_INTERVAL;
    eventLoop.execute(tick);
  }

  private void addTurns(Operation operation, int actors, long period) {
    if (actors > 0 && period > 0) {
      turnsByOperation[operation.ordinal()] = turns(operation, false, actors, period);
    }
  }

  private Turns turns(Operation operation, boolean config, int actors, long period) {
    Rota rota = new Rota(actors, settings.seed() + operation.ordinal());
    return new Turns(
        operation,
        config,
        new Timetable(rota, settings.phase(), 0, period),
        actors,
        clock.getAsLong());
  }

  private Turns turnsOf(Call call) {
    return call.config ? configBeats : turnsByOperation[call.operation.ordinal()];
  }

  EventLoop eventLoop() {
    return eventLoop;
  }

  // --- What the run asks for -------------------------------------------------------------------

  /** Begins the periodic operations; an instance takes part in them once it is registered. */
  void startTurns(long now) {
    for (Turns turns : turnsByOperation) {
      if (turns != null) {
        turns.begin(now);
        periodic.add(turns);
      }
    }
    if (configBeats != null) {
      configBeats.begin(now);
      periodic.add(configBeats);
    }
  }

  /** Ends the periodic operations; calls under way go on. Slots not taken in time are missed. */
  void stopTurns() {
    long now = clock.getAsLong();
    for (Turns turns : periodic) {
      for (long due = turns.due(); due - now <= 0; due = turns.due()) {
        pass(turns, due, now);
      }
    }
    periodic.clear();
    sweeper.clear();
    reconnections.clear();
  }

  private void pass(Turns turns, long due, long now) {
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

  /** Lets every instance make one call of a kind. */
  void rollOut(Operation operation, DueTimes pace, long now) {
    rollout =
        new Rollout(
            operation,
            states.size(),
            settings.newLimit(),
            pace,
            now,
            member -> operation != Operation.DEREGISTER || states.mayBeThere(member),
            member -> begin(operation, slice.global(member)));
  }

  /** Who has to connect before it can register does that first. */
  private void begin(Operation operation, int instance) {
    if (operation == Operation.REGISTER && !caller.driver().connected(instance)) {
      states.offered(slice.member(instance));
      caller.connect(instance, false);
    } else {
      callOnce(operation, instance);
    }
  }

  Rollout rollout() {
    return rollout;
  }

  void endRollout() {
    rollout = null;
  }

  void sweep(Sweeper.Cell cell) {
    sweeper.add(cell);
  }

  /** Makes a call of an instance now: a registration, a deregistration, or a login. */
  void callOnce(Operation operation, int instance) {
    if (operation == Operation.REGISTER) {
      states.offered(slice.member(instance));
    }
    caller.callOnce(operation, instance);
  }

  /** Gives whoever listens on it a configuration connection, or one more try at it. */
  void connectConfig(int actor) {
    caller.connect(actor, true);
  }

  void subscribe(int instance, int service) {
    caller.subscribe(instance, service);
  }

  Reconnections reconnections() {
    return reconnections;
  }

  /** From now on calls that are due in the window are judged. */
  void open(Window judgedWindow) {
    caller.books().open(judgedWindow);
  }

  /** The calls of the judged window so far; complete once {@link #close} has run. */
  Tally judged() {
    return caller.books().judged();
  }

  /**
   * Everything since the last time.
   *
   * @throws IllegalStateException when a fault of our own has stopped the loop
   */
  Tally takeSecond() {
    if (fault != null) {
      throw new IllegalStateException("an event loop of the fleet has failed", fault);
    }
    Tally taken = caller.takeSecond();
    long now = clock.getAsLong();
    for (Turns turns : periodic) {
      Unserved unserved = turns.unserved();
      taken.unserved(turns.operation(), unserved.count(), unserved.longestMs(now));
    }
    return taken;
  }

  /** Calls not yet answered, long polls left out. */
  int callsUnderWay() {
    return caller.callsUnderWay();
  }

  int connections() {
    return caller.driver().connections();
  }

  /** Ends everything; from then on every slot has met its fate. */
  void close() {
    closed = true;
    stopTurns();
    rollout = null;
    caller.driver().close();
  }

  // --- What an answer asks for -----------------------------------------------------------------

  boolean takesTurns() {
    return !periodic.isEmpty();
  }

  /** Leaves a periodic operation out from now on; false when it was already. */
  boolean stopTurns(Operation operation) {
    return periodic.remove(turnsByOperation[operation.ordinal()]);
  }

  /** Gives a periodic operation another period, in nanoseconds; false when it has that already. */
  boolean changePeriod(Operation operation, long period) {
    Turns turns = turnsByOperation[operation.ordinal()];
    if (!takesTurns() || turns.period() == period) {
      return false;
    }
    turns.changePeriod(period);
    return true;
  }

  boolean isOfRollout(Call call) {
    return rollout != null && rollout.started(call, slice.member(call.actor));
  }

  void continueRollout(Call call) {
    if (isOfRollout(call)) {
      rollout.completed(call, slice.member(call.actor));
      rollout.step(clock.getAsLong());
    }
  }

  private void disconnected(int actor, boolean config) {
    if (!closed && takesTurns()) {
      reactions.toDisconnection(actor, config);
    }
  }

  private void ended(Call call) {
    Turns turns = turnsOf(call);
    if (turns != null && call.period > 0) {
      endTurn(call, turns);
    }
    if (closed) {
      return;
    }
    try {
      reactions.to(call);
      takeTurns(STARTS_PER_ANSWER, call.answered);
    } catch (RuntimeException e) {
      // Netty would take it for the connection's fault.
      fault = e;
    }
  }

  private void endTurn(Call call, Turns turns) {
    boolean ofNode = call.operation == Operation.SCRAPE;
    int actor = ofNode ? call.actor : slice.member(call.actor);
    turns.unserved().ended(actor, call.ok(), call.due);
    int slots = turns.end(actor);
    for (int slot = 1; slot <= slots; slot++) {
      caller.books().missed(call.operation, call.due + slot * call.period, call.answered);
    }
  }

  // --- The clock -------------------------------------------------------------------------------

  private void tick() {
    if (closed) {
      return;
    }
    try {
      work();
    } catch (RuntimeException e) {
      fault = e;
    }
  }

  private void work() {
    long now = clock.getAsLong();
    if (rollout != null) {
      rollout.step(now);
    }
    reconnections.step(now);
    sweeper.step();
    if (now - nextExpiry >= 0) {
      caller.driver().expire(now);
      nextExpiry = now + EXPIRY_INTERVAL;
    }
    // Scheduled even without delay: Netty runs all plain tasks before it reads another answer.
    boolean more = takeTurns(STARTS_PER_TICK, clock.getAsLong());
    eventLoop.schedule(tick, more ? 0 : sleep(), TimeUnit.NANOSECONDS);
  }

  private long sleep() {
    Turns next = next();
    long sleep = next == null ? LONGEST_SLEEP : next.due() - clock.getAsLong();
    return Math.max(GRANULARITY, Math.min(LONGEST_SLEEP, sleep));
  }

  /** Takes the turns that are due, the oldest first; true when there may be more. */
  private boolean takeTurns(int atMost, long now) {
    if (takingTurns) {
      return true;
    }
    takingTurns = true;
    try {
      for (int i = 0; i < atMost; i++) {
        Turns next = next();
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
  private Turns next() {
    Turns first = null;
    for (int i = 0; i < periodic.size(); i++) {
      Turns turns = periodic.get(i);
      if (first == null || turns.due() - first.due() < 0) {
        first = turns;
      }
    }
    return first;
  }

  private void take(Turns turns) {
    long due = turns.due();
    int member = turns.take();
    if (!takesPart(turns, member, due)) {
      return;
    }
    caller.books().required(turns.operation());
    if (turns.start(member)) {
      boolean light = isBeatOfInstance(turns) && states.mayBeatLightly(member);
      caller.call(turns, member, due, light);
    } else {
      turns.unserved().overdue(member, due - turns.period());
    }
  }

  private boolean takesPart(Turns turns, int member, long due) {
    if (turns.operation() == Operation.SCRAPE) {
      return true;
    }
    boolean byInstance = isBeatOfInstance(turns) || turns.operation() == Operation.LIST;
    return (!byInstance || states.isRegistered(member))
        && caller.driver().owes(turns.operation(), slice.global(member), turns.config(), due);
  }

  private static boolean isBeatOfInstance(Turns turns) {
    return turns.operation() == Operation.BEAT && !turns.config();
  }
}
