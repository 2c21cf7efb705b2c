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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * One event loop's slice of the fleet: takes each actor's turns when they are due, hands the calls
 * to the driver and books what became of them. Everything here runs on the event loop's thread.
 */
final class FleetLoop implements CallListener {

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

  private static final Set<String> REFUSALS = Set.of("http 401", "http 403", "http 404");

  private static final byte REGISTERED = 1;
  private static final byte LIGHT_BEATS = 2;
  private static final byte REGISTERING_AGAIN = 4;

  /** A registration was sent, and whatever became of it, the registry may have heard it. */
  private static final byte OFFERED = 8;

  private final EventLoop eventLoop;
  private final LongSupplier clock;
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
  private final Books books = new Books();
  private final Runnable tick = this::tick;

  private Rollout rollout;
  private final int[] underWay = new int[Operation.values().length];
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
      LoopObserver observer) {
    this.eventLoop = eventLoop;
    this.clock = clock;
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
    this.nextExpiry = clock.getAsLong() + EXPIRY_INTERVAL;
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
        turns.begin(now);
        periodic.add(turns);
      }
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
  }

  private void pass(Turns turns, long due, long now) {
    int member = turns.take();
    if (!takesPart(turns.operation(), member)) {
      return;
    }
    books.required(turns.operation());
    if (turns.underWay(member)) {
      turns.start(member);
    } else {
      books.missed(turns.operation(), due, now);
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
    return is(REGISTERED, member) || is(OFFERED, member);
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
    books.open(judgedWindow);
  }

  /** The calls of the judged window so far; complete once {@link #close} has run. */
  Tally judged() {
    return books.judged();
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
    Tally taken = books.takeSecond();
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

  /** Ends everything; from then on every slot has met its fate. */
  void close() {
    closed = true;
    stopTurns();
    rollout = null;
    driver.close();
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
    sweeper.step();
    if (now - nextExpiry >= 0) {
      driver.expire(now);
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
    if (!takesPart(turns.operation(), member)) {
      return;
    }
    books.required(turns.operation());
    if (turns.start(member)) {
      start(turns, member, due);
    }
  }

  private boolean takesPart(Operation operation, int member) {
    boolean byInstance = operation == Operation.BEAT || operation == Operation.LIST;
    return !byInstance || is(REGISTERED, member);
  }

  private boolean is(byte state, int member) {
    return (states[member] & state) != 0;
  }

  private void start(Turns turns, int member, long due) {
    Operation operation = turns.operation();
    Call call = newCall();
    switch (operation) {
      case BEAT, LIST -> {
        int instance = slice.global(member);
        call.reset(operation, instance, fleet.serviceOf(instance), due, clock.getAsLong());
        call.light = is(LIGHT_BEATS, member);
      }
      case LISTEN -> {
        int service = slice.global(member);
        call.reset(operation, service, service, due, clock.getAsLong());
      }
      default -> {
        call.reset(operation, member, 0, due, clock.getAsLong());
        call.prescribedServer = member;
        call.wantsBody = true;
      }
    }
    call.period = turns.period();
    send(call);
  }

  private void startOnce(Operation operation, int instance) {
    long now = clock.getAsLong();
    Call call = newCall().reset(operation, instance, fleet.serviceOf(instance), now, now);
    call.wantsBody = operation == Operation.LOGIN;
    if (operation == Operation.REGISTER) {
      set(OFFERED, slice.member(instance), true);
    }
    if (operation != Operation.LOGIN) {
      observer.changing(call);
    }
    books.required(operation);
    send(call);
  }

  private void startSweep(Sweeper.Cell cell) {
    long now = clock.getAsLong();
    int instance = fleet.instanceOf(cell.service(), 0);
    Call call = newCall().reset(Operation.SWEEP, instance, cell.service(), now, now);
    call.prescribedServer = cell.node();
    call.wantsBody = true;
    books.required(Operation.SWEEP);
    send(call);
  }

  private Call newCall() {
    Call call = recycled.pollFirst();
    return call == null ? new Call() : call;
  }

  private void send(Call call) {
    underWay[call.operation.ordinal()]++;
    books.started(call);
    driver.send(call);
  }

  // --- The answers -----------------------------------------------------------------------------

  @Override
  public void written(Call call) {
    if (call.operation == Operation.BEAT) {
      observer.beatWritten(call);
    }
  }

  @Override
  public void completed(Call call) {
    underWay[call.operation.ordinal()]--;
    books.completed(call);
    Turns turns = turnsByOperation[call.operation.ordinal()];
    if (turns != null && call.period > 0) {
      bookMissedSlots(call, turns);
    }
    if (!closed) {
      try {
        react(call);
        takeTurns(STARTS_PER_ANSWER, call.answered);
      } catch (RuntimeException e) {
        // Netty would take it for the connection's fault.
        fault = e;
      }
    }
    call.body = null;
    recycled.addFirst(call);
  }

  private void bookMissedSlots(Call call, Turns turns) {
    boolean ofNode = call.operation == Operation.SCRAPE;
    int slots = turns.end(ofNode ? call.actor : slice.member(call.actor));
    for (int slot = 1; slot <= slots; slot++) {
      books.missed(call.operation, call.due + slot * call.period, call.answered);
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
      case SCRAPE -> reactToScrape(call);
      case LISTEN -> {
        // Nothing follows from it: the fleet's configurations do not exist, so none changes.
      }
    }
  }

  /** A registry need not show its metrics; one that does not is not asked again. */
  private void reactToScrape(Call call) {
    Turns scrapes = turnsByOperation[Operation.SCRAPE.ordinal()];
    if (call.ok()) {
      observer.scraped(call);
    } else if (REFUSALS.contains(call.failure) && periodic.remove(scrapes)) {
      observer.scrapesRefused(call.failure);
    }
  }

  private void reactToBeat(Call call) {
    if (!call.ok()) {
      return;
    }
    int member = slice.member(call.actor);
    // A 1.4.2 client heeds both in each answer, that of an unknown instance included.
    set(LIGHT_BEATS, member, call.lightBeatAllowed);
    obey(call.beatIntervalMillis);
    // An answer that comes late must not bring back what is being deregistered.
    if (call.unknownInstance && is(REGISTERED, member) && !periodic.isEmpty()) {
      observer.lost(call);
      if (!is(REGISTERING_AGAIN, member)) {
        set(REGISTERING_AGAIN, member, true);
        startOnce(Operation.REGISTER, call.actor);
      }
    }
  }

  private void set(byte state, int member, boolean on) {
    states[member] = (byte) (on ? states[member] | state : states[member] & ~state);
  }

  /** The server may ask for another interval; all instances are alike, so all follow. */
  private void obey(int intervalMillis) {
    Turns beats = turnsByOperation[Operation.BEAT.ordinal()];
    long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    if (interval > 0 && interval != beats.period() && !periodic.isEmpty()) {
      beats.changePeriod(interval);
      observer.beatIntervalChanged(intervalMillis);
    }
  }

  private void reactToRegistration(Call call) {
    int member = slice.member(call.actor);
    set(REGISTERING_AGAIN, member, false);
    if (call.ok()) {
      set(REGISTERED, member, true);
      observer.registered(call);
    }
    continueRollout(call);
  }

  private void continueRollout(Call call) {
    if (isOfRollout(call)) {
      rollout.completed(call, slice.member(call.actor));
      rollout.step(clock.getAsLong());
    }
  }

  private boolean isOfRollout(Call call) {
    return rollout != null && rollout.started(call, slice.member(call.actor));
  }
}
