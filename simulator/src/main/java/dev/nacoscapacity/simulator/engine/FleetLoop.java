package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.Optional;
import java.util.function.Function;

/**
 * The slice of the fleet on one event loop: its clock, the commands of the run, and the dispatch of
 * answers to {@link Instances} and others. All methods run on the thread of the event loop.
 */
final class FleetLoop {

  /**
   * Arrivals within this time are processed in one tick, which limits their lag. To sleep and to
   * wake the node's thread is a third of what a call costs; more calls at once would make the load
   * come in bursts.
   */
  private static final long GRANULARITY = 500_000L;

  private static final long LONGEST_SLEEP = 5_000_000L;
  private static final long EXPIRY_INTERVAL = 500_000_000L;

  /** Calls started per tick, before answers are read, so that a burst does not delay answers. */
  private static final int STARTS_PER_TICK = 128;

  /** Calls started per answer, since a batch of large answers takes long to read. */
  private static final int STARTS_PER_ANSWER = 2;

  private final EventThread thread;

  // What calls use, and tell of their ends.
  final Slice slice;
  final LoopObserver observer;
  final InstanceStates states;
  final StatsRecorder stats;
  final PushLatency pushes;
  final ConfigListeners configs;
  final Caller caller;
  final OfferedLoad load;
  final Instances instances;
  final Sweeper sweeper;

  private final Runnable tick = this::tick;
  private final Runnable work = this::work;

  private long nextExpiry;
  private long nextTick;
  private boolean readsFirst;
  private boolean closed;
  private Optional<Throwable> fault = Optional.empty();

  /**
   * @param drivers creates the driver of the loop, which reports the end of each call to its
   *     argument
   */
  FleetLoop(
      EventThread thread,
      Slice slice,
      LoopContext context,
      Function<CallListener, Driver> drivers) {
    this.thread = thread;
    this.slice = slice;
    this.observer = context.observer();
    // In this order: each uses those before it.
    LoopSettings settings = slice.settings();
    this.states =
        new InstanceStates(
            slice.size(), !settings.workload().population().traffic().waves().isEmpty());
    this.stats = new StatsRecorder(context.nodes());
    this.pushes = new PushLatency(slice.fleet(), settings, context.changes(), slice.index(), stats);
    this.configs = new ConfigListeners(this, context.published());
    this.caller = new Caller(this, drivers.apply(new Events()));
    this.load = new OfferedLoad(this);
    this.instances = new Instances(this);
    long now = slice.now();
    this.sweeper = new Sweeper(slice.of(), settings, now, this::read);
    this.nextExpiry = now + EXPIRY_INTERVAL;
    this.nextTick = now;
    thread.execute(tick);
  }

  EventThread thread() {
    return thread;
  }

  // --- Commands of the run ---------------------------------------------------------------------

  /** Starts the periodic operations; an instance takes part once it is registered. */
  void startLoad(long now) {
    load.begin(now);
    sweeper.underLoad(true);
  }

  /** Ends the lists of the fleet while its other calls continue. */
  void stopLists() {
    load.stopLists(slice.now());
  }

  /**
   * Ends the periodic operations; calls in flight continue, arrivals without a call are skipped.
   * Shortages of this machine no longer count, since the teardown is not measured.
   */
  void stopLoad() {
    load.end(slice.now());
    sweeper.clear();
    sweeper.underLoad(false);
    instances.stop();
    configs.stop();
    stats.stopCountingShortages();
    pushes.stopTracking(slice.now());
  }

  /** Requests a list of a service on a node. */
  void sweep(Sweeper.Read read) {
    sweeper.add(read);
  }

  private void read(Sweeper.Read read) {
    SweepCall sweep = new SweepCall();
    sweep.prescribedServer = read.node();
    caller.call(sweep, slice.fleet().instanceOf(read.service(), 0), read.service());
  }

  /**
   * Returns and resets the figures since the last call.
   *
   * @throws IllegalStateException when the loop has stopped because of an internal error
   */
  RunStats takeSecond() {
    if (fault.isPresent()) {
      throw new IllegalStateException("an event loop of the fleet has failed", fault.get());
    }
    long now = slice.now();
    pushes.catchUp(now);
    RunStats secondStats = caller.takeSecond();
    load.addUnserved(secondStats, now);
    instances.addTo(secondStats, now);
    configs.addUnserved(secondStats, now);
    return secondStats;
  }

  /** Ends all calls; every arrival has then been counted. */
  void close() {
    closed = true;
    stopLoad();
    caller.driver().close();
  }

  // --- Answers ---------------------------------------------------------------------------------

  /**
   * Stores what the handling of an event throws, even an error. Netty and gRPC would swallow it, or
   * end the connection, which would then count against the server.
   */
  private final class Events implements CallListener {
    @Override
    public void written(Call call) {
      try {
        ((FleetCall) call).isWritten(FleetLoop.this);
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void completed(Call call) {
      try {
        ended((FleetCall) call);
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void disconnected(int actor, Channel channel) {
      guard(
          () -> {
            if (channel == Channel.NAMING) {
              pushes.vanished(actor, slice.now());
            }
            instances.disconnected(actor, channel);
          });
    }

    @Override
    public void pushed(int subscriber, int service, Listing listing) {
      try {
        observer.acknowledged(subscriber);
        pushes.pushed(subscriber, service, listing, slice.now());
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void configChanged(int listener, String dataId) {
      guard(() -> configs.changed(listener, dataId));
    }
  }

  private void guard(Runnable event) {
    try {
      event.run();
    } catch (Throwable e) {
      failed(e);
    }
  }

  /** Stores a failure, which ends the run at its next second. */
  private void failed(Throwable cause) {
    if (fault.isEmpty()) {
      fault = Optional.of(cause);
    }
  }

  private void ended(FleetCall call) {
    call.judge(this);
    caller.count(call, -1);
    stats.completed(call);
    call.ended(this);
    PeriodicCalls<?> periodic = call.periodic.orElse(null);
    if (periodic != null) {
      load.ended(call, periodic);
    }
    if (!closed) {
      call.react(this);
      load.takeDue(STARTS_PER_ANSWER, call.answered);
    }
    if (periodic != null) {
      periodic.recycle(call);
    }
  }

  /** Runs a task on the thread of the event loop after a delay in nanoseconds. */
  void after(long nanos, Runnable task) {
    thread.after(nanos, () -> guard(task));
  }

  // --- The clock -------------------------------------------------------------------------------

  private void tick() {
    if (!closed) {
      guard(work);
    }
  }

  private void work() {
    long now = slice.now();
    long lag = lag(now);
    instances.step(lag, now);
    sweeper.step(now);
    if (now - nextExpiry >= 0) {
      // After a lag, answers that arrived meanwhile are read first, before calls time out.
      readsFirst = lag > AdmissionRate.LATE && !readsFirst;
      if (!readsFirst) {
        caller.driver().expire(now);
        nextExpiry = now + EXPIRY_INTERVAL;
      }
    }
    // Scheduled even without delay, since Netty runs all plain tasks before it reads answers.
    boolean more = load.takeDue(STARTS_PER_TICK, slice.now());
    long sleep = more ? 0 : sleep();
    nextTick = slice.now() + sleep;
    thread.after(sleep, tick);
  }

  /** The lag of the loop: of this tick, or of the oldest arrival that is due, if that is more. */
  private long lag(long now) {
    return Math.max(now - nextTick, now - load.nextDue(now));
  }

  private long sleep() {
    long now = slice.now();
    long untilDue = load.nextDue(now + LONGEST_SLEEP) - now;
    return Math.max(GRANULARITY, Math.min(LONGEST_SLEEP, untilDue));
  }
}
