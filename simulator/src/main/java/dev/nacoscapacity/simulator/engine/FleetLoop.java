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
import dev.nacoscapacity.simulator.schedule.DueTimes;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * The slice of the fleet on one event loop: its clock, the commands of the run, and the dispatch of
 * answers to {@link Membership}, {@link LoopRamps}, {@link Waves} and the offered load. All methods
 * run on the thread of the event loop.
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
  private final LongSupplier clock;
  private final Slice slice;
  private final LoopObserver observer;
  private final InstanceStates states;
  private final PushLatency pushes;

  /** Null where no configurations exist. */
  private final ConfigListeners configs;

  private final Caller caller;
  private final OfferedLoad load;
  private final Sweeper sweeper;
  private final AdmissionRate admissions;
  private final Membership membership;
  private final LoopRamps ramps;
  private final Waves waves;

  private final Runnable tick = this::tick;

  private long nextExpiry;
  private long nextTick;
  private boolean readsFirst;
  private boolean returningFirst = true;
  private boolean closed;
  private Throwable fault;

  /**
   * @param clock time stamps of calls in nanoseconds, as the driver uses
   * @param nodes names of the nodes
   * @param drivers creates the driver of the loop, which reports the end of each call to its
   *     argument
   * @param published shared by all loops; null where no configurations exist
   */
  FleetLoop(
      EventThread thread,
      LongSupplier clock,
      List<String> nodes,
      Fleet fleet,
      Slice slice,
      LoopSettings settings,
      Function<CallListener, Driver> drivers,
      LoopObserver observer,
      ChangeFeed changes,
      Publications published) {
    this.thread = thread;
    this.clock = clock;
    long now = clock.getAsLong();
    this.slice = slice;
    this.observer = observer;
    this.states = new InstanceStates(slice.size(fleet.size()));
    StatsRecorder stats = new StatsRecorder(nodes);
    this.pushes = new PushLatency(fleet, settings, changes, slice.index(), stats);
    this.configs =
        published == null
            ? null
            : new ConfigListeners(
                fleet, slice, settings, states, published, new ListenerCalls(), now);
    this.caller =
        new Caller(
            clock,
            fleet,
            slice,
            listener -> drivers.apply(new GuardedListener(listener)),
            settings.sharedTransport(),
            observer,
            stats,
            pushes,
            configs,
            this::ended,
            new ServerEventHandler());
    this.load = new OfferedLoad(settings, fleet, slice, states, caller, now);
    this.admissions = settings.newAdmissions(now);
    this.sweeper = new Sweeper(slice.of(), settings, now, caller::sweep);
    this.membership =
        new Membership(
            clock,
            fleet,
            slice,
            settings,
            states,
            caller,
            load,
            pushes,
            configs,
            observer,
            admissions);
    this.ramps =
        new LoopRamps(
            clock, fleet, slice, settings, states, caller, membership, admissions, configs);
    this.waves = new Waves(settings.waves(), fleet, slice, states.size(), membership);
    if (!settings.waves().isEmpty()) {
      caller.watchMembers(states.size());
    }
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
    load.stopLists(clock.getAsLong());
  }

  /**
   * Ends the periodic operations; calls in flight continue, arrivals without a call are skipped.
   * Shortages of this machine no longer count, since the teardown is not measured.
   */
  void stopLoad() {
    load.end(clock.getAsLong());
    sweeper.clear();
    sweeper.underLoad(false);
    membership.stop();
    if (configs != null) {
      configs.stop();
    }
    waves.end();
    caller.stats().stopCountingShortages();
    pushes.stopTracking(clock.getAsLong());
  }

  void abandonLoad() {
    caller.driver().abandonLoad();
  }

  /** Starts a ramp, see {@link LoopRamps}. */
  void ramp(Operation operation, DueTimes pace, long now) {
    ramps.begin(operation, pace, now);
  }

  Ramp.State rampState() {
    return ramps.state();
  }

  void endRamp() {
    if (ramps.end() == Operation.REGISTER) {
      pushes.startTracking();
    }
  }

  /** Requests a list of a service on a node. */
  void sweep(Sweeper.Read read) {
    sweeper.add(read);
  }

  /** Migrates instances below a share to gRPC, and the others to HTTP. */
  void migrate(double share) {
    membership.migrate(share);
  }

  void login(int client) {
    caller.login(client);
  }

  /** Starts the waves of a window that begins at {@code at}. */
  void beginWaves(long at) {
    waves.begin(at);
  }

  /** Sets the measurement window; calls that are due in it are measured. */
  void open(MeasurementWindow window) {
    caller.stats().open(window);
  }

  /** The figures of the measurement window; complete after {@link #close}. */
  RunStats measured() {
    return caller.stats().measured();
  }

  /**
   * Returns and resets the figures since the last call.
   *
   * @throws IllegalStateException when the loop has stopped because of an internal error
   */
  RunStats takeSecond() {
    if (fault != null) {
      throw new IllegalStateException("an event loop of the fleet has failed", fault);
    }
    long now = clock.getAsLong();
    pushes.catchUp(now);
    RunStats secondStats = caller.takeSecond();
    load.addUnserved(secondStats, now);
    membership.addUnserved(secondStats, now);
    if (configs != null) {
      configs.addUnserved(secondStats, now);
    }
    waves.addTo(secondStats);
    return secondStats;
  }

  /** The number of calls in flight, long polls excluded. */
  int callsUnderWay() {
    return caller.callsUnderWay();
  }

  int connections() {
    return caller.driver().connections();
  }

  /** Ends all calls; every arrival has then been counted. */
  void close() {
    closed = true;
    stopLoad();
    ramps.clear();
    caller.driver().close();
  }

  // --- Answers ---------------------------------------------------------------------------------

  private void ended(Call call) {
    load.ended(call);
    if (!closed) {
      handle(call);
      load.takeDue(STARTS_PER_ANSWER, call.answered);
    }
  }

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
      try {
        listener.disconnected(actor, channel);
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void pushed(int subscriber, int service, Listing listing) {
      try {
        listener.pushed(subscriber, service, listing);
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void configChanged(int actor, String dataId) {
      try {
        listener.configChanged(actor, dataId);
      } catch (Throwable e) {
        failed(e);
      }
    }
  }

  /** Handles events that servers cause. */
  private final class ServerEventHandler implements Caller.ServerEvents {

    @Override
    public void disconnected(int actor, Channel channel) {
      membership.disconnected(actor, channel);
    }

    @Override
    public void configChanged(int listener, String dataId) {
      configs.changed(listener, dataId);
    }
  }

  /** The calls of the listeners of configurations that exist. */
  private final class ListenerCalls implements ConfigListeners.Calls {

    @Override
    public boolean mayCall(int instance) {
      return caller
          .driver()
          .isNeeded(Operation.LISTEN, instance, Channel.CONFIG, clock.getAsLong());
    }

    @Override
    public void call(Operation operation, int instance, ConfigCall about) {
      caller.configure(operation, instance, states.transport(slice.member(instance)), about);
    }

    @Override
    public void after(long nanos, Runnable task) {
      thread.after(
          nanos,
          () -> {
            try {
              task.run();
            } catch (Throwable e) {
              failed(e);
            }
          });
    }
  }

  /** Stores a failure, which ends the run at its next second. */
  private void failed(Throwable cause) {
    if (fault == null) {
      fault = cause;
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
      case CONNECT -> handleConnection(call);
      case REGISTER -> handleRegistration(call);
      case DEREGISTER -> handleDeregistration(call);
      case LOGIN -> handleLogin(call);
      case SCRAPE -> handleScrape(call);
      case SUBSCRIBE -> membership.subscribed(call);
      case LISTEN, READ -> {
        if (call.configuration != null) {
          configs.ended(call);
        }
      }
      case PUBLISH, REMOVE -> ramps.changed(call);
      case PUSH -> throw new IllegalArgumentException("no call: " + call.operation);
    }
  }

  private void handleBeat(Call call) {
    int member = slice.member(call.actor);
    if (call.unknownInstance
        && call.channel == Channel.NAMING
        && call.transport != Transport.HTTP
        && membership.isReturning(member)) {
      // Over gRPC the server lost the connection, which is being restored already.
      observer.unknownInstance(call);
      return;
    }
    if (GatewayAnswer.refused(call.failure)) {
      observer.beatRefused(call);
    }
    if (!call.ok() || call.channel == Channel.CONFIG) {
      return;
    }
    // A 1.4.2 client applies both from each answer, even from that of an unknown instance.
    states.allowLightBeats(member, call.lightBeatAllowed);
    if (!call.unknownInstance) {
      // An unknown instance receives the default interval, which does not apply to the others.
      applyBeatInterval(call.beatIntervalMillis, call.transport);
    }
    // A late answer must not restore an instance that is leaving or has left.
    if (call.unknownInstance
        && states.isRegistered(member)
        && states.transport(member) == call.transport
        && load.isOn()) {
      observer.unknownInstance(call);
      membership.register(member);
    }
  }

  /** Applies the beat interval that a server requested to all instances with the same period. */
  private void applyBeatInterval(int intervalMillis, Transport transport) {
    long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    if (interval > 0 && load.changeBeatPeriod(transport, interval)) {
      observer.beatIntervalChanged(intervalMillis);
    }
  }

  private void handleConnection(Call call) {
    if (call.serverCheck > 0) {
      admissions.setUp(call.serverCheck);
    }
    if (membership.registerOn(call)) {
      return;
    }
    if (!call.ok() && call.channel == Channel.NAMING) {
      waves.failed(slice.member(call.actor));
    }
    membership.completeReconnection(call);
    if (ramps.started(call)) {
      ramps.connected(call);
    } else {
      membership.listenOn(call);
    }
  }

  private void handleRegistration(Call call) {
    int member = slice.member(call.actor);
    membership.registered(call);
    if (call.ok()) {
      waves.registered(member, call.answered);
    } else {
      waves.failed(member);
    }
    ramps.completed(call);
    membership.migrateIfDue(member);
  }

  private void handleDeregistration(Call call) {
    membership.deregistered(call);
    if (!waves.deregistered(slice.member(call.actor), call.ok(), call.answered)) {
      membership.returnAfterDeregistration(call);
      ramps.completed(call);
    }
  }

  private void handleLogin(Call call) {
    // Ramps and waves repeat failed logins themselves.
    boolean ofWave = waves.loggedIn(slice.member(call.actor), call.ok(), call.answered);
    if (call.ok() || !ramps.started(call) && !ofWave) {
      observer.loggedIn(call);
    }
    ramps.completed(call);
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
    waves.step(now);
    admit(now);
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
    boolean more = load.takeDue(STARTS_PER_TICK, clock.getAsLong());
    long sleep = more ? 0 : sleep();
    nextTick = clock.getAsLong() + sleep;
    thread.after(sleep, tick);
  }

  /** Admits new and returning clients at a common rate; who is first alternates. */
  private void admit(long now) {
    long before = admissions.admitted();
    if (returningFirst) {
      membership.step(now);
    }
    ramps.step(now);
    membership.step(now);
    if (admissions.admitted() != before) {
      returningFirst = !returningFirst;
    }
  }

  /** The lag of the loop: of this tick, or of the oldest arrival that is due, if that is more. */
  private long lag(long now) {
    return Math.max(now - nextTick, now - load.nextDue(now));
  }

  private long sleep() {
    long now = clock.getAsLong();
    long untilDue = load.nextDue(now + LONGEST_SLEEP) - now;
    return Math.max(GRANULARITY, Math.min(LONGEST_SLEEP, untilDue));
  }
}
