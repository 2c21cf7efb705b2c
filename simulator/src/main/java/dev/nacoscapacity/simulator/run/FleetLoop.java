package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * One event loop's slice of the fleet: keeps its parts going, by the clock and after each answer,
 * and does what the run asks for. Everything here runs on the event loop's thread.
 */
final class FleetLoop {

  /** Turns closer together than this are taken in one go, which bounds their lag. */
  private static final long GRANULARITY = 100_000L;

  private static final long LONGEST_SLEEP = 5_000_000L;
  private static final long EXPIRY_INTERVAL = 500_000_000L;

  /**
   * After so many starts answers get their turn, so that a burst does not block what it waits for.
   */
  private static final int STARTS_PER_TICK = 128;

  /** After each answer so many turns may start, since a batch of large answers takes a while. */
  private static final int STARTS_PER_ANSWER = 2;

  private final EventLoop eventLoop;
  private final LongSupplier clock;
  private final Caller caller;
  private final OfferedLoad load;
  private final Rollouts rollouts;
  private final Sweeper sweeper;
  private final Reconnections reconnections;
  private final AdmissionRate admissions;
  private final AnswerHandler reactions;
  private final Runnable tick = this::tick;

  private long nextExpiry;
  private long nextTick;
  private boolean readsFirst;
  private boolean returningFirst = true;
  private boolean closed;
  private Throwable fault;

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
    long now = clock.getAsLong();
    InstanceStates states = new InstanceStates(slice.size(fleet.size()));
    Pushes pushes = new Pushes(fleet, registrations);
    this.caller =
        new Caller(clock, fleet, slice, drivers, observer, pushes, this::ended, this::disconnected);
    this.load = new OfferedLoad(settings, fleet, slice, states, caller, now);
    this.admissions = settings.newAdmissions(now);
    this.rollouts = new Rollouts(clock, settings, slice, states, caller, admissions);
    this.sweeper = new Sweeper(slice.of(), settings, now, caller::sweep);
    this.reconnections =
        new Reconnections(
            admissions, (member, config) -> caller.connect(slice.global(member), config));
    this.reactions =
        new AnswerHandler(
            fleet,
            slice,
            settings,
            states,
            caller,
            load,
            rollouts,
            reconnections,
            admissions,
            sweeper,
            observer);
    this.nextExpiry = now + EXPIRY_INTERVAL;
    this.nextTick = now;
    eventLoop.execute(tick);
  }

  EventLoop eventLoop() {
    return eventLoop;
  }

  // --- What the run asks for -------------------------------------------------------------------

  /** Begins the periodic operations; an instance takes part in them once it is registered. */
  void startTurns(long now) {
    load.begin(now);
    sweeper.underLoad(true);
  }

  /**
   * Ends the periodic operations; calls under way go on. Slots not taken in time are missed. From
   * now on the fleet leaves: what this machine lacks for that spoils nothing that was measured.
   */
  void stopTurns() {
    load.end(clock.getAsLong());
    sweeper.clear();
    sweeper.underLoad(false);
    reconnections.clear();
    caller.books().wholeRun().endShortages();
  }

  /** Lets every instance make one call of a kind. */
  void rollOut(Operation operation, DueTimes pace, long now) {
    rollouts.begin(operation, pace, now);
  }

  Rollout.State rolloutState() {
    return rollouts.state();
  }

  void endRollout() {
    rollouts.end();
  }

  /** Reads a cell soon. */
  void sweep(Sweeper.Cell cell) {
    sweeper.add(cell);
  }

  void login(int client) {
    caller.callOnce(Operation.LOGIN, client);
  }

  /** From now on calls that are due in the window are judged. */
  void open(MeasurementWindow judgedWindow) {
    caller.books().open(judgedWindow);
  }

  /** The calls of the judged window so far; complete once {@link #close} has run. */
  Tally judged() {
    return caller.books().judged();
  }

  /** What counts whenever it happened; complete once {@link #close} has run. */
  WholeRun wholeRun() {
    return caller.books().wholeRun();
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
    load.addUnserved(taken, clock.getAsLong());
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
    rollouts.end();
    caller.driver().close();
  }

  // --- Answers ---------------------------------------------------------------------------------

  private void ended(Call call) {
    try {
      load.ended(call);
      if (!closed) {
        reactions.to(call);
        load.takeTurns(STARTS_PER_ANSWER, call.answered);
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  private void disconnected(int actor, boolean config) {
    try {
      reactions.toDisconnection(actor, config);
    } catch (Throwable e) {
      failed(e);
    }
  }

  /**
   * Errors, too: Netty and gRPC keep what is thrown to themselves, and the loop would stand still.
   */
  private void failed(Throwable with) {
    if (fault == null) {
      fault = with;
    }
  }

  // --- The clock -------------------------------------------------------------------------------

  private void tick() {
    if (closed) {
      return;
    }
    try {
      work();
    } catch (Throwable e) {
      failed(e);
    }
  }

  private void work() {
    long now = clock.getAsLong();
    long lag = lag(now);
    admissions.lag(lag, now);
    admit(now);
    sweeper.step(now);
    if (now - nextExpiry >= 0) {
      // What was answered while this loop stood still is read first; what is not, is too late then.
      readsFirst = lag > AdmissionRate.LATE && !readsFirst;
      if (!readsFirst) {
        caller.driver().expire(now);
        nextExpiry = now + EXPIRY_INTERVAL;
      }
    }
    // Scheduled even without delay: Netty runs all plain tasks before it reads another answer.
    boolean more = load.takeTurns(STARTS_PER_TICK, clock.getAsLong());
    long sleep = more ? 0 : sleep();
    nextTick = clock.getAsLong() + sleep;
    eventLoop.schedule(tick, sleep, TimeUnit.NANOSECONDS);
  }

  /** Those who come and those who come back share one rate, and take turns at being first. */
  private void admit(long now) {
    long before = admissions.admitted();
    if (returningFirst) {
      reconnections.step(now);
    }
    rollouts.step(now);
    reconnections.step(now);
    if (admissions.admitted() != before) {
      returningFirst = !returningFirst;
    }
  }

  /** How late the loop is: this tick, or the oldest turn that is due, whichever is more. */
  private long lag(long now) {
    return Math.max(now - nextTick, now - load.nextDue(now));
  }

  private long sleep() {
    long now = clock.getAsLong();
    long untilDue = load.nextDue(now + LONGEST_SLEEP) - now;
    return Math.max(GRANULARITY, Math.min(LONGEST_SLEEP, untilDue));
  }
}
