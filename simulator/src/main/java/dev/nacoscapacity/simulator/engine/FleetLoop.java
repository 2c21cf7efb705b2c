package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.GatewayAnswer;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.ConfigCall;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The slice of the fleet on one event loop: its clock, the commands of the run, and the dispatch of
 * answers to {@link Instances} and others. All methods run on the thread of the event loop.
 */
final class FleetLoop {

  /** Arrivals within this time are processed in one tick, which limits their lag. */
  private static final long GRANULARITY = 100_000L;

  private static final long LONGEST_SLEEP = 5_000_000L;
  private static final long EXPIRY_INTERVAL = 500_000_000L;

  /** Calls started per tick, before answers are read, so that a burst does not delay answers. */
  private static final int STARTS_PER_TICK = 128;

  /** Calls started per answer, since a batch of large answers takes long to read. */
  private static final int STARTS_PER_ANSWER = 2;

  /** Reasons of failure that say who answered a scrape, and with what. */
  private static final Pattern ANSWERED =
      Pattern.compile("http \\d.*|unexpected answer|compressed answer|answer cut off");

  /** Such ones that may pass: a limit of calls, an error of the server, a part of an answer. */
  private static final Pattern PASSING = Pattern.compile("http (429|5\\d\\d).*|answer cut off");

  private final EventThread thread;
  private final Slice slice;
  private final LoopObserver observer;
  private final ConfigListeners configs;
  private final Caller caller;
  private final OfferedLoad load;
  private final Sweeper sweeper;
  private final Instances instances;

  private final Runnable tick = this::tick;

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
    LoopSettings settings = slice.settings();
    InstanceStates states = new InstanceStates(slice.size(), !settings.waves().isEmpty());
    this.configs =
        new ConfigListeners(slice, states, context.published(), new ListenerCalls(states));
    this.caller =
        new Caller(
            slice,
            states,
            listener -> drivers.apply(new GuardedListener(listener)),
            context,
            configs,
            new ClientEvents());
    this.load = new OfferedLoad(slice, states, caller);
    this.instances = new Instances(slice, states, caller, load, configs, observer);
    long now = slice.now();
    this.sweeper = new Sweeper(slice.of(), settings, now, caller::sweep);
    this.nextExpiry = now + EXPIRY_INTERVAL;
    this.nextTick = now;
    thread.execute(tick);
  }

  EventThread thread() {
    return thread;
  }

  Instances instances() {
    return instances;
  }

  Caller caller() {
    return caller;
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
    caller.stats().stopCountingShortages();
    caller.pushes().stopTracking(slice.now());
  }

  /** Requests a list of a service on a node. */
  void sweep(Sweeper.Read read) {
    sweeper.add(read);
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
    caller.pushes().catchUp(now);
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
  private final class GuardedListener implements CallListener {

    private final CallListener listener;

    private GuardedListener(CallListener listener) {
      this.listener = listener;
    }

    @Override
    public void written(Call call) {
      try {
        listener.written(call);
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void completed(Call call) {
      try {
        listener.completed(call);
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void disconnected(int actor, Channel channel) {
      guard(() -> listener.disconnected(actor, channel));
    }

    @Override
    public void pushed(int subscriber, int service, Listing listing) {
      guard(() -> listener.pushed(subscriber, service, listing));
    }

    @Override
    public void configChanged(int actor, String dataId) {
      guard(() -> listener.configChanged(actor, dataId));
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

  private final class ClientEvents implements Caller.Events {

    @Override
    public void ended(Call call) {
      load.ended(call);
      if (!closed) {
        handle(call);
        load.takeDue(STARTS_PER_ANSWER, call.answered);
      }
    }

    @Override
    public void disconnected(int actor, Channel channel) {
      instances.disconnected(actor, channel);
    }
  }

  /** The calls of the listeners of configurations that exist. */
  private final class ListenerCalls implements ConfigListeners.Calls {

    private final InstanceStates states;

    private ListenerCalls(InstanceStates states) {
      this.states = states;
    }

    @Override
    public boolean mayCall(int instance) {
      return caller.driver().isNeeded(Operation.LISTEN, instance, Channel.CONFIG, slice.now());
    }

    @Override
    public void call(Operation operation, int instance, ConfigCall about) {
      caller.configure(operation, instance, states.transport(slice.member(instance)), about);
    }

    @Override
    public void after(long nanos, Runnable task) {
      thread.after(nanos, () -> guard(task));
    }
  }

  // --- Reactions to answers --------------------------------------------------------------------

  private void handle(Call call) {
    switch (call.operation) {
      case BEAT -> handleBeat(call);
      case LIST -> {
        if (call.ok() && observer.listed(call)) {
          sweeper.add(new Sweeper.Read(call.service, call.server));
        }
      }
      case SWEEP -> {
        sweeper.completed(new Sweeper.Read(call.service, call.server));
        observer.swept(call);
      }
      case CONNECT -> instances.connected(call);
      case REGISTER -> instances.registered(call);
      case DEREGISTER -> instances.deregistered(call);
      case LOGIN -> instances.loggedIn(call);
      case SCRAPE -> handleScrape(call);
      case SUBSCRIBE -> instances.subscribed(call);
      case LISTEN, READ -> {
        if (call.configuration != null) {
          configs.ended(call);
        }
      }
      case PUBLISH, REMOVE -> instances.changed(call);
      case PUSH -> throw new IllegalArgumentException("no call: " + call.operation);
    }
  }

  private void handleBeat(Call call) {
    if (GatewayAnswer.refused(call.failure)) {
      observer.beatRefused(call);
    }
    if (call.ok() && call.channel == Channel.NAMING && !call.unknownInstance) {
      // An unknown instance receives the default interval, which does not apply to the others.
      applyBeatInterval(call.beatIntervalMillis, call.transport);
    }
    instances.beaten(call);
  }

  /** Applies the beat interval that a server requested to all instances with the same period. */
  private void applyBeatInterval(int intervalMillis, Transport transport) {
    long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    if (interval > 0 && load.changeBeatPeriod(transport, interval)) {
      observer.beatIntervalChanged(intervalMillis);
    }
  }

  /** Handles a scrape. A node that has no metrics for us is not asked again. */
  private void handleScrape(Call call) {
    if (call.ok()) {
      observer.scraped(call);
    } else if (ANSWERED.matcher(call.failure).matches()) {
      observer.scrapesRefused(call.failure);
      if (!PASSING.matcher(call.failure).matches()) {
        load.stopScrapes(call.scheduledActor);
      }
    }
  }

  // --- The clock -------------------------------------------------------------------------------

  private void tick() {
    if (!closed) {
      guard(this::work);
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
