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

  /** After each answer so many calls may start, since a batch of large answers takes a while. */
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

  /** Members that remove their configurations once their publications under way have ended. */
  private final BitSet removeLater = new BitSet();

  private final Runnable tick = this::tick;

  /** The one under way; null between two of them. */
  private Rollout rollout;

  private long nextExpiry;
  private long nextTick;

  /** Of the instances that are to speak gRPC, in a fleet that speaks both protocols. */
  private double grpcShare;

  private boolean readsFirst;
  private boolean returningFirst = true;
  private boolean closed;
  private Throwable fault;

  /**
   * @param clock the time in nanoseconds that calls are stamped with, the driver's own
   * @param nodes names
   * @param drivers makes the loop's driver, which tells the loop of each call's end
   * @param published common to all loops; null where no configurations exist
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
      states.speaks(member, asked(member));
    }
    StatsRecorder stats = new StatsRecorder(nodes);
    this.pushes = new PushLatency(fleet, settings, changes, slice.index(), stats);
    this.configs =
        published == null
            ? null
            : new ConfigListeners(
                fleet, slice, settings, states, published, new OfListeners(), now);
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
            new OfServers());
    this.load = new OfferedLoad(settings, fleet, slice, states, caller, now);
    this.admissions = settings.newAdmissions(now);
    this.sweeper = new Sweeper(slice.of(), settings, now, caller::sweep);
    this.reconnections = new Reconnections(admissions, this::bringBack);
    this.waves = new Waves(settings.waves(), fleet, slice, states.size(), new Leaving());
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

  // --- What the run asks for -------------------------------------------------------------------

  /** Begins the periodic operations; an instance takes part in them once it is registered. */
  void startLoad(long now) {
    load.begin(now);
    sweeper.underLoad(true);
  }

  /**
   * Ends the periodic operations; calls under way go on. Arrivals not taken in time are skipped.
   * From now on the fleet leaves: what this machine lacks for that spoils nothing that was
   * measured.
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
    caller.stats().leave();
    pushes.stopTracking(clock.getAsLong());
  }

  /** Lets every instance make one call of a kind. */
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
            member -> concerns(operation, member),
            member -> startRollout(operation, member));
  }

  private boolean concerns(Operation operation, int member) {
    int instance = slice.global(member);
    return switch (operation) {
      case DEREGISTER -> states.mayBeListed(member);
      case PUBLISH, REMOVE ->
          configs != null
              && instance < fleet.services()
              && configs.toDo(operation, instance) != null;
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

  /** Lists a service on a node soon. */
  void sweep(Sweeper.Read read) {
    sweeper.add(read);
  }

  /** From now on instances below a share speak gRPC, and the others HTTP. */
  void migrate(double share) {
    grpcShare = share;
    for (int member = 0; member < states.size(); member++) {
      move(member);
    }
  }

  /** Lets an instance speak what it is asked to, if it is there; else once it has registered. */
  private void move(int member) {
    if (load.isOn() && states.isRegistered(member) && states.transport(member) != asked(member)) {
      reconnections.add(member, false);
    }
  }

  /** What an instance is to speak, as far as that is told. */
  private Transport asked(int member) {
    if (!settings.mixed()) {
      return Transport.ANY;
    }
    return fleet.rank(slice.global(member)) < grpcShare ? Transport.GRPC : Transport.HTTP;
  }

  void login(int client) {
    caller.login(client);
  }

  /** From now on the waves go on, of a window that begins then. */
  void beginWaves(long at) {
    waves.begin(at);
  }

  /** From now on calls that are due in the window are measured. */
  void open(MeasurementWindow window) {
    caller.stats().open(window);
  }

  /** The measurement window so far; complete once {@link #close} has run. */
  RunStats measured() {
    return caller.stats().measured();
  }

  /**
   * Everything since the last time.
   *
   * @throws IllegalStateException when a fault of our own has stopped the loop
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

  /** Calls not yet answered, long polls left out. */
  int callsUnderWay() {
    return caller.callsUnderWay();
  }

  int connections() {
    return caller.driver().connections();
  }

  /** Ends everything; from then on every arrival has met its fate. */
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
        follow(call);
        load.takeDue(STARTS_PER_ANSWER, call.answered);
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  /** What servers do by themselves. */
  private final class OfServers implements Caller.Unasked {

    @Override
    public void disconnected(int actor, boolean config) {
      try {
        followDisconnection(actor, config);
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

  /** The calls of those who listen for configurations that exist. */
  private final class OfListeners implements ConfigListeners.Calls {

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
   * Errors, too: Netty and gRPC keep what is thrown to themselves, and the loop would stand still.
   */
  private void failed(Throwable with) {
    if (fault == null) {
      fault = with;
    }
  }

  /** Who has to connect before it can register does that first. */
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
   * gRPC a client does that on its configuration connection, which it then listens on; one that has
   * none, or is away, is connected for it.
   */
  private void startChange(Operation operation, int member) {
    int instance = slice.global(member);
    if (operation == Operation.REMOVE && caller.isPublishing(instance)) {
      // Else the publication could reach a node after the removal, and stay.
      removeLater.set(member);
      return;
    }
    if (settings.overGrpc(states.transport(member))
        && !(states.listens(member) && caller.driver().connected(instance, true))) {
      states.listening(member);
      connect(member, true);
    } else {
      configure(operation, instance, configs.toDo(operation, instance));
    }
  }

  /** Connects a client again, or lets one that is to speak another protocol leave first. */
  private void bringBack(int member, boolean config) {
    if (states.isAway(member)) {
      reconnections.forget(member);
    } else if (config || states.transport(member) == asked(member)) {
      comeBack(member, config);
    } else {
      caller.callOnce(Operation.DEREGISTER, slice.global(member), states.transport(member));
    }
  }

  private void comeBack(int member, boolean config) {
    states.registrationSent(member);
    if (settings.overGrpc(states.transport(member))) {
      connect(member, config);
    } else {
      register(slice.global(member));
    }
  }

  /** What a wave does with an instance. */
  private final class Leaving implements Waves.Instances {

    @Override
    public void retire(int member) {
      states.away(member, true);
      load.moved(member, states.transport(member));
      reconnections.forget(member);
    }

    @Override
    public boolean isIdle(int member) {
      return caller.isIdle(member);
    }

    @Override
    public void deregister(int member) {
      reconnections.forget(member);
      listenNoMore(member);
      caller.callOnce(Operation.DEREGISTER, slice.global(member), states.transport(member));
    }

    @Override
    public void vanish(int member) {
      reconnections.forget(member);
      listenNoMore(member);
      int instance = slice.global(member);
      caller.driver().leave(instance);
      pushes.crashed(instance, clock.getAsLong());
      states.vanished(member);
      observer.vanished(instance, settings.overGrpc(states.transport(member)));
    }

    @Override
    public void comeBack(int member) {
      states.away(member, false);
      states.speaks(member, asked(member));
      reconnections.add(member, false);
    }

    @Override
    public void login(int member) {
      caller.login(slice.global(member));
    }

    private void listenNoMore(int member) {
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

  /** Whether the rollout under way started a call. */
  private boolean isOfRollout(Call call) {
    return rollout != null && rollout.started(call, slice.member(call.actor));
  }

  /** A call has ended: if the rollout under way started it, others may follow. */
  private void endOfRollout(Call call) {
    if (isOfRollout(call)) {
      rollout.completed(call, slice.member(call.actor));
      rollout.step(clock.getAsLong());
    }
  }

  // --- What follows from answers ---------------------------------------------------------------

  private void follow(Call call) {
    switch (call.operation) {
      case BEAT -> followBeat(call);
      case LIST -> {
        if (call.ok() && observer.listed(call)) {
          sweeper.add(new Sweeper.Read(call.service, call.server));
        }
      }
      case SWEEP -> {
        sweeper.completed(new Sweeper.Read(call.service, call.server));
        observer.swept(call);
      }
      case CONNECT -> followConnection(call);
      case REGISTER -> followRegistration(call);
      case DEREGISTER -> followDeregistration(call);
      case LOGIN -> {
        // A rollout and a wave try again by themselves what failed.
        boolean ofWave = waves.loggedIn(slice.member(call.actor), call.ok(), call.answered);
        if (call.ok() || !isOfRollout(call) && !ofWave) {
          observer.loggedIn(call);
        }
        endOfRollout(call);
      }
      case SCRAPE -> followScrape(call);
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
      case PUBLISH, REMOVE -> followChange(call);
      case PUSH -> throw new IllegalArgumentException("no call: " + call.operation);
    }
  }

  private void followBeat(Call call) {
    int member = slice.member(call.actor);
    if (call.unknownInstance && !call.config && reconnections.isPending(member)) {
      // Over gRPC the server forgot the connection, which is being mended already.
      observer.unknownInstance(call);
      return;
    }
    if (!call.ok() || call.config) {
      return;
    }
    // A 1.4.2 client obeys both in each answer, that of an unknown instance included.
    states.allowLightBeats(member, call.lightBeatAllowed);
    if (!call.unknownInstance) {
      // That one is told of the default until it has registered again, and the others never are.
      obey(call.beatIntervalMillis, call.transport);
    }
    // An answer that comes late must not bring back what is being deregistered, or was.
    if (call.unknownInstance
        && states.isRegistered(member)
        && states.transport(member) == call.transport
        && load.isOn()) {
      observer.unknownInstance(call);
      register(call.actor);
    }
  }

  /** The server may ask for another interval: all follow, where all who beat are alike. */
  private void obey(int intervalMillis, Transport transport) {
    long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    if (interval > 0 && load.changeBeatPeriod(transport, interval)) {
      observer.beatIntervalChanged(intervalMillis);
    }
  }

  /** A client is gone from its server, and with it what it had registered and subscribed. */
  private void followDisconnection(int actor, boolean config) {
    if (!load.isOn() || states.isAway(slice.member(actor))) {
      return;
    }
    if (!config) {
      observer.disconnected(actor);
    }
    reconnections.lost(slice.member(actor), config);
  }

  private void followConnection(Call call) {
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
    endReconnection(call);
    if (configs == null || !call.config || !call.ok()) {
      endOfRollout(call);
    } else if (isOfRollout(call)) {
      startChange(rollout.operation(), slice.member(call.actor));
    } else if (states.isRegistered(slice.member(call.actor))) {
      configs.start(slice.member(call.actor));
    }
  }

  /** A configuration was published or removed, or not: those of the same service follow. */
  private void followChange(Call call) {
    if (call.ok()) {
      configs.acknowledged(call);
      if (isOfRollout(call) && configs.toDo(call.operation, call.service) != null) {
        startChange(call.operation, slice.member(call.actor));
        return;
      }
    }
    endOfRollout(call);
    int member = slice.member(call.actor);
    if (removeLater.get(member) && !caller.isPublishing(call.actor)) {
      removeLater.clear(member);
      startChange(Operation.REMOVE, member);
    }
  }

  /** Registers again, unless that is under way: it waits for a connection if it lost its own. */
  private void register(int instance) {
    int member = slice.member(instance);
    if (!states.isRegisteringAgain(member)) {
      states.registeringAgain(member, true);
      caller.callOnce(Operation.REGISTER, instance, states.transport(member));
    }
  }

  private void followRegistration(Call call) {
    int member = slice.member(call.actor);
    states.registeringAgain(member, false);
    if (call.ok()) {
      states.registered(member);
      observer.registered(call);
      if (configs != null && load.isOn()) {
        startListening(member);
      }
      waves.registered(member, call.answered);
      bringTheRest(call.actor);
    } else {
      waves.failed(member);
    }
    endReconnection(call);
    endOfRollout(call);
    move(member);
  }

  /** Over gRPC only who has a configuration connection already; the others once they have it. */
  private void startListening(int member) {
    if (!settings.overGrpc(states.transport(member))
        || states.listens(member) && !configs.hasStarted(member)) {
      configs.start(member);
    }
  }

  /** What a gRPC client does once it is registered, be it for the first time or again. */
  private void bringTheRest(int instance) {
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

  /** While the load is on, only those leave that come again, now or when their wave says so. */
  private void followDeregistration(Call call) {
    int member = slice.member(call.actor);
    if (call.ok()) {
      states.deregistered(member);
      observer.deregistered(call);
    }
    if (waves.deregistered(member, call.ok(), call.answered)) {
      return;
    }
    if (load.isOn() && call.ok() && !states.isAway(member)) {
      load.moved(member, call.transport);
      states.speaks(member, asked(member));
      comeBack(member, false);
    } else {
      endReconnection(call);
    }
    endOfRollout(call);
  }

  private void endReconnection(Call call) {
    int member = slice.member(call.actor);
    if (load.isOn()) {
      reconnections.completed(member, call.config, call.ok(), call.answered);
      if (!call.ok() && call.config) {
        reconnections.add(member, true);
      }
    }
  }

  /** A registry need not show its metrics; one that does not is not asked again. */
  private void followScrape(Call call) {
    if (call.ok()) {
      observer.scraped(call);
    } else if (REFUSALS.contains(call.failure) && load.leaveOutScrapes()) {
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
      // What was answered while this loop stood still is read first; what is not, is too late then.
      readsFirst = lag > AdmissionRate.LATE && !readsFirst;
      if (!readsFirst) {
        caller.driver().expire(now);
        nextExpiry = now + EXPIRY_INTERVAL;
      }
    }
    // Scheduled even without delay: Netty runs all plain tasks before it reads another answer.
    boolean more = load.takeDue(STARTS_PER_TICK, clock.getAsLong());
    long sleep = more ? 0 : sleep();
    nextTick = clock.getAsLong() + sleep;
    thread.after(sleep, tick);
  }

  /** Those who come and those who come back share one rate, and take turns at being first. */
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
