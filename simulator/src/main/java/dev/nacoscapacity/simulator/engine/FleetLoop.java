package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.time.EventThread;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.ConfigCall;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The slice of the fleet on one event loop: makes its calls when they are due, reacts to answers,
 * and executes the commands of the run. All methods run on the thread of the event loop.
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

  private static final Set<String> REFUSALS = Set.of("http 401", "http 403", "http 404");

  private final EventThread thread;
  private final LongSupplier clock;
  private final Fleet fleet;
  private final Slice slice;
  private final LoopSettings settings;
  private final LoopObserver observer;
  private final InstanceStates states;
  private final PushLatency pushes;

  /** Null where no configurations exist. */
  private final ConfigListeners configs;

  private final Caller caller;
  private final OfferedLoad load;
  private final Sweeper sweeper;
  private final Reconnections reconnections;
  private final AdmissionRate admissions;
  private final Waves waves;

  /** Members that remove configurations once their publications in flight have ended. */
  private final BitSet removeLater = new BitSet();

  private final Runnable tick = this::tick;

  /** The current rollout; null without one. */
  private Rollout rollout;

  private long nextExpiry;
  private long nextTick;

  /** The share of instances that are to speak gRPC, in a fleet that speaks both protocols. */
  private double grpcShare;

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
    this.fleet = fleet;
    this.slice = slice;
    this.settings = settings;
    this.observer = observer;
    this.states = new InstanceStates(slice.size(fleet.size()));
    this.grpcShare = settings.mixed() ? settings.grpc().share() : 1;
    for (int member = 0; member < states.size(); member++) {
      states.speaks(member, target(member));
    }
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
            drivers,
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
    this.reconnections = new Reconnections(admissions, this::reconnect);
    this.waves = new Waves(settings.waves(), fleet, slice, states.size(), new WaveActions());
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

  /**
   * Ends the periodic operations; calls in flight continue, arrivals without a call are skipped.
   * Shortages of this machine no longer count, since the teardown is not measured.
   */
  void stopLoad() {
    load.end(clock.getAsLong());
    sweeper.clear();
    sweeper.underLoad(false);
    reconnections.clear();
    if (configs != null) {
      configs.stop();
    }
    waves.end();
    caller.stats().stopCountingShortages();
    pushes.stopTracking(clock.getAsLong());
  }

  /** Starts a rollout: every instance makes one call of an operation. */
  void rollOut(Operation operation, DueTimes pace, long now) {
    rollout =
        new Rollout(
            operation,
            states.size(),
            settings.transports().stream().map(transport -> settings.newLimit()).toList(),
            member -> settings.transports().indexOf(states.transport(member)),
            pace,
            operation == Operation.REGISTER || operation == Operation.PUBLISH
                ? admissions
                : settings.newUnlimitedRate(now),
            member -> isApplicable(operation, member),
            member -> startRollout(operation, member));
  }

  private boolean isApplicable(Operation operation, int member) {
    int instance = slice.global(member);
    return switch (operation) {
      case DEREGISTER -> states.mayBeListed(member);
      case PUBLISH, REMOVE ->
          configs != null
              && instance < fleet.services()
              && configs.nextChange(operation, instance) != null;
      default -> true;
    };
  }

  Rollout.State rolloutState() {
    return rollout.state();
  }

  void endRollout() {
    if (rollout.operation() == Operation.REGISTER) {
      pushes.startTracking();
    }
    rollout = null;
  }

  /** Requests a list of a service on a node. */
  void sweep(Sweeper.Read read) {
    sweeper.add(read);
  }

  /** Migrates instances below a share to gRPC, and the others to HTTP. */
  void migrate(double share) {
    grpcShare = share;
    for (int member = 0; member < states.size(); member++) {
      migrateIfDue(member);
    }
  }

  /** Migrates a registered instance whose protocol is to change; others do when they register. */
  private void migrateIfDue(int member) {
    if (load.isOn() && states.isRegistered(member) && states.transport(member) != target(member)) {
      reconnections.add(member, false);
    }
  }

  /** The protocol that an instance should speak; ANY in a fleet of one protocol. */
  private Transport target(int member) {
    if (!settings.mixed()) {
      return Transport.ANY;
    }
    return fleet.rank(slice.global(member)) < grpcShare ? Transport.GRPC : Transport.HTTP;
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
    pushes.expire(now);
    RunStats taken = caller.takeSecond();
    load.addUnserved(taken, now);
    if (configs != null) {
      configs.addUnserved(taken, now);
    }
    waves.addTo(taken);
    return taken;
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
    rollout = null;
    caller.driver().close();
  }

  // --- Answers ---------------------------------------------------------------------------------

  private void ended(Call call) {
    try {
      load.ended(call);
      if (!closed) {
        handle(call);
        load.takeDue(STARTS_PER_ANSWER, call.answered);
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  /** Handles events that servers cause. */
  private final class ServerEventHandler implements Caller.ServerEvents {

    @Override
    public void disconnected(int actor, boolean config) {
      try {
        handleDisconnection(actor, config);
      } catch (Throwable e) {
        failed(e);
      }
    }

    @Override
    public void configChanged(int listener, String dataId) {
      try {
        configs.changed(listener, dataId);
      } catch (Throwable e) {
        failed(e);
      }
    }
  }

  /** The calls of the listeners of configurations that exist. */
  private final class ListenerCalls implements ConfigListeners.Calls {

    @Override
    public boolean mayCall(int instance) {
      return caller.driver().owes(Operation.LISTEN, instance, true, clock.getAsLong());
    }

    @Override
    public void call(Operation operation, int instance, ConfigCall about) {
      configure(operation, instance, about);
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

  private void configure(Operation operation, int instance, ConfigCall about) {
    caller.configure(operation, instance, states.transport(slice.member(instance)), about);
  }

  /**
   * Stores a failure, even an error: Netty and gRPC swallow it, and the loop would stop silently.
   */
  private void failed(Throwable cause) {
    if (fault == null) {
      fault = cause;
    }
  }

  /** Starts the call of a rollout, after a connection where one is needed. */
  private void startRollout(Operation operation, int member) {
    int instance = slice.global(member);
    if (operation == Operation.LOGIN) {
      caller.login(instance);
      return;
    }
    if (operation == Operation.PUBLISH || operation == Operation.REMOVE) {
      startChange(operation, member);
      return;
    }
    if (operation == Operation.REGISTER) {
      states.registrationSent(member);
      if (!isConnected(member)) {
        connect(member, false);
        return;
      }
    }
    caller.callOnce(operation, instance, states.transport(member));
  }

  /**
   * Publishes or removes the configurations of a service one by one, as its first instance. Over
   * gRPC a client uses its configuration connection, on which it then listens, and opens it if
   * needed.
   */
  private void startChange(Operation operation, int member) {
    int instance = slice.global(member);
    if (operation == Operation.REMOVE && caller.isPublishing(instance)) {
      // Otherwise the publication could reach a node after the removal, and remain there.
      removeLater.set(member);
      return;
    }
    if (settings.overGrpc(states.transport(member))
        && !(states.listens(member) && caller.driver().connected(instance, true))) {
      states.listening(member);
      connect(member, true);
    } else {
      configure(operation, instance, configs.nextChange(operation, instance));
    }
  }

  /** Reconnects a client, or deregisters one that is to migrate. */
  private void reconnect(int member, boolean config) {
    if (states.isAway(member)) {
      reconnections.cancel(member);
    } else if (config || states.transport(member) == target(member)) {
      rejoin(member, config);
    } else {
      caller.callOnce(Operation.DEREGISTER, slice.global(member), states.transport(member));
    }
  }

  private void rejoin(int member, boolean config) {
    states.registrationSent(member);
    if (settings.overGrpc(states.transport(member))) {
      connect(member, config);
    } else {
      register(slice.global(member));
    }
  }

  /** The actions of waves on instances. */
  private final class WaveActions implements Waves.Instances {

    @Override
    public void stopCalls(int member) {
      states.away(member, true);
      load.endOutages(member, states.transport(member));
      reconnections.cancel(member);
    }

    @Override
    public boolean isIdle(int member) {
      return caller.isIdle(member);
    }

    @Override
    public void deregister(int member) {
      reconnections.cancel(member);
      stopListening(member);
      caller.callOnce(Operation.DEREGISTER, slice.global(member), states.transport(member));
    }

    @Override
    public void vanish(int member) {
      reconnections.cancel(member);
      stopListening(member);
      int instance = slice.global(member);
      caller.driver().leave(instance);
      pushes.crashed(instance, clock.getAsLong());
      states.vanished(member);
      observer.vanished(instance, settings.overGrpc(states.transport(member)));
    }

    @Override
    public void rejoin(int member) {
      states.away(member, false);
      states.speaks(member, target(member));
      reconnections.add(member, false);
    }

    @Override
    public void login(int member) {
      caller.login(slice.global(member));
    }

    private void stopListening(int member) {
      if (configs != null) {
        configs.leave(member, clock.getAsLong());
      }
    }
  }

  private boolean isConnected(int member) {
    return states.transport(member) == Transport.HTTP
        || caller.driver().connected(slice.global(member), false);
  }

  private void connect(int member, boolean config) {
    caller.connect(slice.global(member), config, states.transport(member));
  }

  /** Whether the current rollout started a call. */
  private boolean isOfRollout(Call call) {
    return rollout != null && rollout.started(call, slice.member(call.actor));
  }

  /** Completes a call of the current rollout, if it is one, and starts others. */
  private void completeInRollout(Call call) {
    if (isOfRollout(call)) {
      rollout.completed(call, slice.member(call.actor));
      rollout.step(clock.getAsLong());
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
      case LOGIN -> {
        // Rollouts and waves repeat failed logins themselves.
        boolean ofWave = waves.loggedIn(slice.member(call.actor), call.ok(), call.answered);
        if (call.ok() || !isOfRollout(call) && !ofWave) {
          observer.loggedIn(call);
        }
        completeInRollout(call);
      }
      case SCRAPE -> handleScrape(call);
      case SUBSCRIBE -> {
        if (!call.ok() && load.isOn() && !states.isAway(slice.member(call.actor))) {
          reconnections.add(slice.member(call.actor), false);
        }
      }
      case LISTEN, READ -> {
        if (call.configuration != null) {
          configs.ended(call);
        }
      }
      case PUBLISH, REMOVE -> handleChange(call);
      case PUSH -> throw new IllegalArgumentException("no call: " + call.operation);
    }
  }

  private void handleBeat(Call call) {
    int member = slice.member(call.actor);
    if (call.unknownInstance && !call.config && reconnections.isPending(member)) {
      // Over gRPC the server lost the connection, which is being restored already.
      observer.unknownInstance(call);
      return;
    }
    if (!call.ok() || call.config) {
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
      register(call.actor);
    }
  }

  /** Applies the beat interval that a server requested to all instances with the same period. */
  private void applyBeatInterval(int intervalMillis, Transport transport) {
    long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    if (interval > 0 && load.changeBeatPeriod(transport, interval)) {
      observer.beatIntervalChanged(intervalMillis);
    }
  }

  /** Handles the loss of a connection, with its registration and subscriptions. */
  private void handleDisconnection(int actor, boolean config) {
    if (!load.isOn() || states.isAway(slice.member(actor))) {
      return;
    }
    if (!config) {
      observer.disconnected(actor);
    }
    reconnections.lost(slice.member(actor), config);
  }

  private void handleConnection(Call call) {
    if (call.serverCheck > 0) {
      admissions.setUp(call.serverCheck);
    }
    int member = slice.member(call.actor);
    if (call.ok() && !call.config && load.isOn() && !states.isAway(member)) {
      register(call.actor);
      return;
    }
    if (!call.ok() && !call.config) {
      waves.failed(member);
    }
    completeReconnection(call);
    if (configs == null || !call.config || !call.ok()) {
      completeInRollout(call);
    } else if (isOfRollout(call)) {
      startChange(rollout.operation(), slice.member(call.actor));
    } else if (states.isRegistered(slice.member(call.actor))) {
      configs.start(slice.member(call.actor));
    }
  }

  /** Handles the end of a publication or removal, and continues with the same service. */
  private void handleChange(Call call) {
    if (call.ok()) {
      configs.acknowledged(call);
      if (isOfRollout(call) && configs.nextChange(call.operation, call.service) != null) {
        startChange(call.operation, slice.member(call.actor));
        return;
      }
    }
    completeInRollout(call);
    int member = slice.member(call.actor);
    if (removeLater.get(member) && !caller.isPublishing(call.actor)) {
      removeLater.clear(member);
      startChange(Operation.REMOVE, member);
    }
  }

  /** Registers an instance again, unless that is in flight. */
  private void register(int instance) {
    int member = slice.member(instance);
    if (!states.isRegisteringAgain(member)) {
      states.registeringAgain(member, true);
      caller.callOnce(Operation.REGISTER, instance, states.transport(member));
    }
  }

  private void handleRegistration(Call call) {
    int member = slice.member(call.actor);
    states.registeringAgain(member, false);
    if (call.ok()) {
      states.registered(member);
      observer.registered(call);
      if (configs != null && load.isOn()) {
        startListening(member);
      }
      waves.registered(member, call.answered);
      subscribeAndListen(call.actor);
    } else {
      waves.failed(member);
    }
    completeReconnection(call);
    completeInRollout(call);
    migrateIfDue(member);
  }

  /** Starts to listen; over gRPC only on an open configuration connection, otherwise later. */
  private void startListening(int member) {
    if (!settings.overGrpc(states.transport(member))
        || states.listens(member) && !configs.hasStarted(member)) {
      configs.start(member);
    }
  }

  /** Makes the calls of a gRPC client after each registration. */
  private void subscribeAndListen(int instance) {
    int member = slice.member(instance);
    Transport transport = states.transport(member);
    if (!load.isOn() || states.isAway(member) || !settings.overGrpc(transport)) {
      return;
    }
    int subscriptions = settings.subscriptions(fleet, instance);
    for (int next = 0; next < subscriptions; next++) {
      caller.subscribe(instance, fleet.subscribed(instance, next, subscriptions));
    }
    if (instance < settings.listeners(transport, fleet) && !states.listens(member)) {
      states.listening(member);
      connect(member, true);
    }
  }

  /** Handles a deregistration; under load the instance returns, now or in its wave. */
  private void handleDeregistration(Call call) {
    int member = slice.member(call.actor);
    if (call.ok()) {
      states.deregistered(member);
      observer.deregistered(call);
    }
    if (waves.deregistered(member, call.ok(), call.answered)) {
      return;
    }
    if (load.isOn() && call.ok() && !states.isAway(member)) {
      load.endOutages(member, call.transport);
      states.speaks(member, target(member));
      rejoin(member, false);
    } else {
      completeReconnection(call);
    }
    completeInRollout(call);
  }

  private void completeReconnection(Call call) {
    int member = slice.member(call.actor);
    if (load.isOn()) {
      reconnections.completed(member, call.config, call.ok(), call.answered);
      if (!call.ok() && call.config) {
        reconnections.add(member, true);
      }
    }
  }

  /** Handles a scrape. A registry that refuses scrapes is not asked again. */
  private void handleScrape(Call call) {
    if (call.ok()) {
      observer.scraped(call);
    } else if (REFUSALS.contains(call.failure) && load.stopScrapes()) {
      observer.scrapesRefused(call.failure);
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
      reconnections.step(now);
    }
    if (rollout != null) {
      rollout.step(now);
    }
    reconnections.step(now);
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
