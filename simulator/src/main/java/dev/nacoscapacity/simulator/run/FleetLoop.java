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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One event loop's slice of the fleet: takes each actor's turns when they are due, hands the calls
 * to the driver and books what became of them. Everything here runs on the event loop's thread.
 */
final class FleetLoop implements CallListener {

  /** Turns closer together than this are taken in one go, which bounds their lag. */
  private static final long GRANULARITY = 200_000L;

  private static final long LONGEST_SLEEP = 5_000_000L;
  private static final long EXPIRY_INTERVAL = 500_000_000L;

  /**
   * After so many starts answers get their turn, so that a herd does not block what it waits for.
   */
  private static final int STARTS_PER_TICK = 128;

  private static final byte REGISTERED = 1;
  private static final byte LIGHT_BEATS = 2;
  private static final byte REGISTERING_AGAIN = 4;

  /** A registration was sent, and whatever became of it, the registry may have heard it. */
  private static final byte OFFERED = 8;

  private final EventLoop eventLoop;
  private final Fleet fleet;
  private final Slice slice;
  private final LoopSettings settings;
  private final Driver driver;
  private final LoopObserver observer;

  private final byte[] states;
  private final Turns[] turnsByOperation = new Turns[Operation.values().length];
  private final List<Turns> periodic = new ArrayList<>();
  private final Sweeper sweeper = new Sweeper(this::startSweep);
  private final Deque<Call> recycled = new ArrayDeque<>();
  private final Runnable tick = this::tick;

  private Rollout rollout;
  private Tally second = new Tally();
  private final Tally judged = new Tally();
  private Window window;
  private final int[] underWay = new int[Operation.values().length];
  private long nextExpiry;
  private boolean closed;

  FleetLoop(
      EventLoop eventLoop,
      Fleet fleet,
      Slice slice,
      LoopSettings settings,
      Function<CallListener, Driver> drivers,
      LoopObserver observer) {
    this.eventLoop = eventLoop;
    this.fleet = fleet;
    this.slice = slice;
    this.settings = settings;
    this.driver = drivers.apply(this);
    this.observer = observer;
    this.states = new byte[slice.size(fleet.size())];
    addTurns(Operation.BEAT, states.length, settings.beat());
    addTurns(Operation.LIST, states.length, settings.list());
    addTurns(Operation.LISTEN, slice.size(fleet.services()), settings.listen());
    if (slice.index() == 0) {
      addTurns(Operation.SCRAPE, settings.nodes(), settings.scrape());
    }
    eventLoop.execute(tick);
  }

  private void addTurns(Operation operation, int actors, long period) {
    if (actors > 0 && period > 0) {
      Rota rota = new Rota(actors, settings.seed() + operation.ordinal());
      Timetable timetable = new Timetable(rota, settings.phase(), 0, period);
      turnsByOperation[operation.ordinal()] = new Turns(operation, timetable, actors);
    }
  }

  EventLoop eventLoop() {
    return eventLoop;
  }

  // --- What the run asks for -------------------------------------------------------------------

  /** Begins the periodic operations; an instance takes part in them once it is registered. */
  void startTurns(long now) {
    for (Turns turns : turnsByOperation) {
      if (turns != null) {
        turns.restart(now, turns.period());
        periodic.add(turns);
      }
    }
  }

  /** Ends the periodic operations; calls under way go on. */
  void stopTurns() {
    long now = System.nanoTime();
    for (Turns turns : periodic) {
      for (long due = turns.due(); due - now <= 0; due = turns.due()) {
        bookTurnNotTaken(turns, due, now);
      }
    }
    periodic.clear();
    sweeper.clear();
  }

  private void bookTurnNotTaken(Turns turns, long due, long now) {
    turns.take();
    if (isJudged(turns.operation(), due)) {
      judged.required(turns.operation());
      judged.missed(turns.operation(), now - due);
    }
  }

  /** Lets every instance make one call of a kind. */
  void rollOut(Operation operation, DueTimes pace, long now) {
    rollout =
        new Rollout(
            operation,
            states.length,
            settings.newLimit(),
            pace,
            now,
            member -> operation != Operation.DEREGISTER || mayBeThere(member),
            member -> startOnce(operation, slice.global(member)));
  }

  private boolean mayBeThere(int member) {
    return (states[member] & (REGISTERED | OFFERED)) != 0;
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

  /** Logs a client in again. */
  void login(int client) {
    startOnce(Operation.LOGIN, client);
  }

  /** From now on calls that are due in the window are judged. */
  void open(Window judgedWindow) {
    window = judgedWindow;
  }

  /** The calls of the judged window so far; complete once {@link #close} has run. */
  Tally judged() {
    return judged;
  }

  /** Everything since the last time, in exchange for an empty tally. */
  Tally takeSecond(Tally empty) {
    Tally taken = second;
    second = empty;
    for (Operation operation : Operation.values()) {
      taken.underWay(operation, underWay[operation.ordinal()]);
    }
    return taken;
  }

  /** Calls not yet answered, long polls left out. */
  int callsUnderWay() {
    return Arrays.stream(underWay).sum() - underWay[Operation.LISTEN.ordinal()];
  }

  int connections() {
    return driver.connections();
  }

  void close() {
    closed = true;
    periodic.clear();
    rollout = null;
    sweeper.clear();
    driver.close();
  }

  // --- The clock -------------------------------------------------------------------------------

  private void tick() {
    if (closed) {
      return;
    }
    long now = System.nanoTime();
    if (rollout != null) {
      rollout.step(now);
    }
    sweeper.step();
    if (now - nextExpiry >= 0) {
      driver.expire(now);
      nextExpiry = now + EXPIRY_INTERVAL;
    }
    if (takeTurns()) {
      eventLoop.execute(tick);
    } else {
      eventLoop.schedule(tick, sleep(), TimeUnit.NANOSECONDS);
    }
  }

  private long sleep() {
    long now = System.nanoTime();
    long sleep = LONGEST_SLEEP;
    for (Turns turns : periodic) {
      sleep = Math.min(sleep, turns.due() - now);
    }
    return Math.max(GRANULARITY, sleep);
  }

  /** Takes the turns that are due; true when there may be more. */
  private boolean takeTurns() {
    int budget = STARTS_PER_TICK;
    for (int i = 0; i < periodic.size(); i++) {
      Turns turns = periodic.get(i);
      long now = System.nanoTime();
      for (long due = turns.due(); due - now <= 0; due = turns.due()) {
        if (budget-- == 0) {
          return true;
        }
        take(turns, due);
      }
    }
    return false;
  }

  private void take(Turns turns, long due) {
    Operation operation = turns.operation();
    int member = turns.take();
    boolean byInstance = operation == Operation.BEAT || operation == Operation.LIST;
    if (byInstance && (states[member] & REGISTERED) == 0) {
      return;
    }
    second.required(operation);
    if (turns.start(member)) {
      start(turns, member, due);
    }
  }

  private void start(Turns turns, int member, long due) {
    Operation operation = turns.operation();
    Call call = newCall();
    switch (operation) {
      case BEAT, LIST -> {
        int instance = slice.global(member);
        call.reset(operation, instance, fleet.serviceOf(instance), due, System.nanoTime());
        call.light = (states[member] & LIGHT_BEATS) != 0;
      }
      case LISTEN -> {
        int service = slice.global(member);
        call.reset(operation, service, service, due, System.nanoTime());
      }
      default -> {
        call.reset(operation, member, 0, due, System.nanoTime());
        call.prescribedServer = member;
        call.wantsBody = true;
      }
    }
    call.period = turns.period();
    send(call);
  }

  private void startOnce(Operation operation, int instance) {
    long now = System.nanoTime();
    Call call = newCall().reset(operation, instance, fleet.serviceOf(instance), now, now);
    call.wantsBody = operation == Operation.LOGIN;
    if (operation == Operation.REGISTER) {
      states[slice.member(instance)] |= OFFERED;
    }
    if (operation != Operation.LOGIN) {
      observer.changing(call);
    }
    second.required(operation);
    send(call);
  }

  private void startSweep(Sweeper.Cell cell) {
    long now = System.nanoTime();
    int instance = fleet.instanceOf(cell.service(), 0);
    Call call = newCall().reset(Operation.SWEEP, instance, cell.service(), now, now);
    call.prescribedServer = cell.node();
    call.wantsBody = true;
    second.required(Operation.SWEEP);
    send(call);
  }

  private Call newCall() {
    Call call = recycled.pollFirst();
    return call == null ? new Call() : call;
  }

  private void send(Call call) {
    underWay[call.operation.ordinal()]++;
    second.started(call);
    driver.send(call);
  }

  private boolean isJudged(Operation operation, long due) {
    return window != null && window.contains(due, operation == Operation.LISTEN);
  }

  // --- The answers -----------------------------------------------------------------------------

  @Override
  public void completed(Call call) {
    underWay[call.operation.ordinal()]--;
    second.completed(call);
    if (isJudged(call.operation, call.due)) {
      // Each slot meets its fate once, here or below, so what was required adds up by itself.
      judged.required(call.operation);
      judged.started(call);
      judged.completed(call);
    }
    Turns turns = turnsByOperation[call.operation.ordinal()];
    if (turns != null && call.period > 0) {
      bookMissedSlots(call, turns);
    }
    if (!closed) {
      react(call);
    }
    recycled.addFirst(call);
  }

  private void bookMissedSlots(Call call, Turns turns) {
    boolean ofNode = call.operation == Operation.SCRAPE;
    int slots = turns.end(ofNode ? call.actor : slice.member(call.actor));
    for (int slot = 1; slot <= slots; slot++) {
      long due = call.due + slot * call.period;
      second.missed(call.operation, call.answered - due);
      if (isJudged(call.operation, due)) {
        judged.required(call.operation);
        judged.missed(call.operation, call.answered - due);
      }
    }
  }

  private void react(Call call) {
    switch (call.operation) {
      case BEAT -> reactToBeat(call);
      case LIST -> {
        if (call.ok() && observer.listed(call)) {
          sweeper.add(new Sweeper.Cell(call.service, call.server));
          sweeper.step();
        }
      }
      case SWEEP -> {
        sweeper.completed(new Sweeper.Cell(call.service, call.server));
        observer.swept(call);
        sweeper.step();
      }
      case REGISTER -> reactToRegistration(call);
      case DEREGISTER -> {
        if (call.ok()) {
          states[slice.member(call.actor)] = 0;
          observer.deregistered(call);
        }
        continueRollout(call);
      }
      case LOGIN -> {
        // A rollout tries again by itself what failed.
        if (call.ok() || !isOfRollout(call)) {
          observer.loggedIn(call);
        }
        continueRollout(call);
      }
      case SCRAPE -> observer.scraped(call);
      case LISTEN -> {
        // Nothing follows from it: the fleet's configurations do not exist, so none changes.
      }
    }
  }

  private void reactToBeat(Call call) {
    if (!call.ok()) {
      return;
    }
    observer.beat(call);
    int member = slice.member(call.actor);
    if (call.unknownInstance) {
      observer.lost(call);
      if ((states[member] & REGISTERING_AGAIN) == 0) {
        states[member] |= REGISTERING_AGAIN;
        startOnce(Operation.REGISTER, call.actor);
      }
      return;
    }
    if (call.lightBeatAllowed) {
      states[member] |= LIGHT_BEATS;
    }
    obey(call.beatIntervalMillis);
  }

  /** The server may ask for another interval; all instances are alike, so all follow. */
  private void obey(int intervalMillis) {
    Turns beats = turnsByOperation[Operation.BEAT.ordinal()];
    long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    if (interval > 0 && interval != beats.period() && !periodic.isEmpty()) {
      beats.restart(System.nanoTime(), interval);
      observer.beatIntervalChanged(intervalMillis);
    }
  }

  private void reactToRegistration(Call call) {
    int member = slice.member(call.actor);
    boolean again = (states[member] & REGISTERING_AGAIN) != 0;
    states[member] &= ~REGISTERING_AGAIN;
    if (call.ok()) {
      states[member] |= REGISTERED;
      observer.registered(call);
    }
    if (!again) {
      continueRollout(call);
    }
  }

  private void continueRollout(Call call) {
    if (isOfRollout(call)) {
      rollout.completed(call, slice.member(call.actor));
      rollout.step(System.nanoTime());
    }
  }

  private boolean isOfRollout(Call call) {
    return rollout != null && rollout.operation() == call.operation;
  }
}
