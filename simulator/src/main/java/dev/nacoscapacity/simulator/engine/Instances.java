package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.engine.InstanceStates.Presence;
import dev.nacoscapacity.simulator.schedule.DueTimes;
import java.util.BitSet;
import java.util.Optional;

/**
 * The lives of the instances of one event loop. It alone changes their states, and decides which
 * call follows the end of which: an instance connects, registers, subscribes and listens; returns
 * after a lost connection or in a wave; changes its protocol; leaves. {@link Ramp}, {@link Waves}
 * and {@link Reconnections} ask for these changes. All methods run on the thread of the event loop.
 */
final class Instances {

  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final Caller caller;
  private final OfferedLoad load;
  private final ConfigListeners configs;
  private final PushLatency pushes;
  private final LoopObserver observer;

  /** The common rate of registrations, publications and clients that return. */
  private final AdmissionRate admissions;

  private final Reconnections reconnections;
  private final Waves waves;
  private final InstanceRamp ramp;
  private final InstanceProtocols protocols;
  private boolean returningFirst = true;

  private final RedoQueue redos;

  /** Members that remove configurations once their publications in flight have ended. */
  private final BitSet removeLater = new BitSet();

  Instances(FleetLoop loop) {
    this.slice = loop.slice;
    this.settings = slice.settings();
    this.states = loop.states;
    this.caller = loop.caller;
    this.load = loop.load;
    this.configs = loop.configs;
    this.pushes = loop.pushes;
    this.observer = loop.observer;
    this.admissions = settings.newAdmissions(slice.now());
    this.ramp = new InstanceRamp(slice, states, admissions, new RampCalls());
    this.protocols = new InstanceProtocols(slice, states);
    this.redos = new RedoQueue(settings.overGrpc() ? states.size() : 0);
    this.reconnections = new Reconnections(admissions, this::reconnect);
    this.waves = new Waves(slice, states, this);
  }

  // --- Time ------------------------------------------------------------------------------------

  /**
   * Lets instances leave, join and return as far as the rate allows.
   *
   * @param lag of the event loop, in nanoseconds
   */
  void step(long lag, long now) {
    admissions.lag(lag, now);
    waves.step(now);
    long before = admissions.admitted();
    // Who is first alternates, else the ramp could use every admission, or those who return.
    if (returningFirst) {
      stepReturns(now);
    }
    ramp.step(now);
    stepReturns(now);
    if (admissions.admitted() != before) {
      returningFirst = !returningFirst;
    }
  }

  private void stepReturns(long now) {
    reconnections.step(now);
    redos.run(now);
  }

  /** The load ends: no instance leaves or returns any more but in a ramp. */
  void stop() {
    reconnections.clear();
    redos.clear();
    waves.end();
  }

  /** Adds the results of waves, and the instances without service between two protocols. */
  void addTo(RunStats second, long now) {
    if (load.isOn()) {
      protocols.addTo(second, now);
    }
    waves.addTo(second);
  }

  // --- Ramps -----------------------------------------------------------------------------------

  /** Starts a ramp: every instance that has a call of this operation to make makes it. */
  void ramp(Operation operation, DueTimes pace, long now) {
    ramp(operation, 0, states.size(), pace, now);
  }

  /** The same with the members {@code from} to below {@code to} alone. */
  void ramp(Operation operation, int from, int to, DueTimes pace, long now) {
    if (operation == Operation.REGISTER) {
      pushes.pauseTracking();
    }
    ramp.begin(operation, from, to, pace, now);
  }

  private final class RampCalls implements InstanceRamp.Calls {

    @Override
    public boolean isConcerned(Operation operation, int member) {
      int instance = slice.global(member);
      return switch (operation) {
        case DEREGISTER -> states.mayBeListed(member);
        case PUBLISH, REMOVE ->
            instance < slice.fleet().services()
                && configs.nextChange(operation, instance).isPresent();
        default -> true;
      };
    }

    @Override
    public void start(Operation operation, int member) {
      switch (operation) {
        case LOGIN -> login(member);
        case PUBLISH, REMOVE -> change(operation, member);
        case REGISTER -> join(member);
        default -> deregister(member);
      }
    }
  }

  /** The progress of the current ramp. */
  Ramp.State rampState() {
    return ramp.state();
  }

  /** Ends the current ramp; late answers to its calls are not of the next one. */
  void endRamp() {
    if (ramp.end() == Operation.REGISTER) {
      pushes.startTracking();
    }
  }

  // --- Logins ----------------------------------------------------------------------------------

  void login(int member) {
    caller.call(new LoginCall(), slice.global(member), Transport.ANY);
  }

  void loggedIn(LoginCall call) {
    // Ramps and waves repeat failed logins themselves.
    boolean ofWave = waves.loggedIn(slice.member(call.actor), call.ok(), call.answered);
    if (call.ok() || !ofWave && ramp.of(call).isEmpty()) {
      observer.loggedIn(call);
    }
    ramp.ended(call);
  }

  // --- Connections -----------------------------------------------------------------------------

  /** Whether an instance can register: over gRPC only on its naming connection. */
  private boolean isConnected(int member) {
    return states.transport(member) == Transport.HTTP
        || caller.driver().connected(slice.global(member), Channel.NAMING);
  }

  private boolean isOverGrpc(int member) {
    return settings.overGrpc(states.transport(member));
  }

  private void connect(int member, Channel channel) {
    if (channel == Channel.NAMING && !states.isDisconnected(member)) {
      redos.started(member, slice.now());
    }
    call(new ConnectCall(channel), member);
  }

  /** Opens the connection on which a client over gRPC publishes and listens. */
  private void connectConfig(int member) {
    states.listening(member);
    connect(member, Channel.CONFIG);
  }

  /** A connection was set up, or that failed. */
  void connected(ConnectCall call) {
    if (call.serverCheck() > 0) {
      admissions.setUp(call.serverCheck());
    }
    int member = slice.member(call.actor);
    boolean naming = call.channel() == Channel.NAMING;
    if (call.ok() && naming && load.isOn() && !states.isAway(member)) {
      registerOnConnection(member, call.answered);
      return;
    }
    if (!call.ok() && naming) {
      failToReturn(member);
    }
    completeReconnection(call);
    Optional<Ramp> ofRamp = ramp.of(call);
    boolean leaves = ofRamp.filter(each -> each.operation() == Operation.DEREGISTER).isPresent();
    if (naming && call.ok() && leaves) {
      deregister(member);
    } else if (naming || !call.ok()) {
      ramp.ended(call);
    } else if (ofRamp.isPresent()) {
      change(ofRamp.get().operation(), member);
    } else if (states.isRegistered(member)) {
      configs.start(member);
    }
  }

  /** A new client registers at once, one that lost its connection when it next looks. */
  private void registerOnConnection(int member, long now) {
    if (states.isDisconnected(member)) {
      registerWhenNextLooking(member, now);
    } else {
      register(member);
    }
  }

  private void registerWhenNextLooking(int member, long now) {
    redos.add(
        member,
        now,
        () -> {
          if (states.isDisconnected(member) && isConnected(member)) {
            register(member);
          }
        });
  }

  /** A connection was lost, with its registration and subscriptions. */
  void disconnected(int actor, Channel channel) {
    int member = slice.member(actor);
    if (!load.isOn() || states.isAway(member)) {
      return;
    }
    if (channel == Channel.NAMING) {
      states.disconnected(member, true);
      observer.disconnected(actor);
    }
    reconnections.lost(member, channel);
  }

  /** Reconnects a client, or deregisters one that is to migrate. */
  private void reconnect(int member, Channel channel) {
    if (states.isAway(member)) {
      reconnections.cancel(member);
    } else if (channel == Channel.CONFIG || protocols.isAsAimed(member)) {
      startJoining(member, channel);
    } else {
      deregister(member);
    }
  }

  private void startJoining(int member, Channel channel) {
    states.registrationSent(member);
    if (isOverGrpc(member)) {
      connect(member, channel);
    } else {
      register(member);
    }
  }

  /** Handles the end of a call that may have restored a lost connection, or was to. */
  private void completeReconnection(Call call) {
    int member = slice.member(call.actor);
    if (load.isOn()) {
      reconnections.completed(member, call.channel(), call.ok(), call.answered);
      if (!call.ok() && call.channel() == Channel.CONFIG) {
        reconnections.add(member, Channel.CONFIG);
      }
    }
  }

  // --- Registrations ---------------------------------------------------------------------------

  /** Registers an instance in a ramp, after connecting it where needed. */
  private void join(int member) {
    states.registrationSent(member);
    if (isConnected(member)) {
      call(new RegisterCall(), member);
    } else {
      connect(member, Channel.NAMING);
    }
  }

  /** Registers an instance under load, unless that is in flight. */
  private void register(int member) {
    if (!states.isRegisteringAgain(member)) {
      states.registeringAgain(member, true);
      call(new RegisterCall(), member);
    }
  }

  /** Deregisters an instance; one that outlives its lost connection needs another one for that. */
  private void deregister(int member) {
    if (slice.fleet().isPersistent() && !isConnected(member)) {
      connect(member, Channel.NAMING);
    } else {
      call(new DeregisterCall(), member);
    }
  }

  private void call(FleetCall call, int member) {
    caller.call(call, slice.global(member), states.transport(member));
  }

  /** A registration has ended: the client begins to subscribe and listen. */
  void registered(RegisterCall call) {
    int member = slice.member(call.actor);
    states.registeringAgain(member, false);
    if (call.ok()) {
      states.registered(member);
      protocols.arrived(member);
      observer.registered(call);
      if (load.isOn()) {
        startListening(member);
        subscribe(member);
      }
      if (states.presence(member) == Presence.RETURNING) {
        states.moveTo(Presence.PRESENT, member);
        waves.returned(member, call.answered);
      }
    } else {
      failToReturn(member);
      if (!load.isOn()) {
        // It may have been deregistered meanwhile, and the server may still act on this call.
        states.registrationSent(member);
      }
    }
    if (!call.ok() && states.isDisconnected(member) && load.isOn() && isConnected(member)) {
      registerWhenNextLooking(member, call.answered);
    } else {
      completeReconnection(call);
    }
    ramp.ended(call);
    migrateIfDue(member);
  }

  private void failToReturn(int member) {
    if (states.presence(member) == Presence.RETURNING) {
      waves.failed(member);
    }
  }

  /** Starts to listen; over gRPC only on an open configuration connection, otherwise later. */
  private void startListening(int member) {
    if (!isOverGrpc(member) || states.listens(member) && !configs.hasStarted(member)) {
      configs.start(member);
    }
  }

  /** Makes the calls of a gRPC client after each registration. */
  private void subscribe(int member) {
    if (states.isAway(member) || !isOverGrpc(member)) {
      return;
    }
    int instance = slice.global(member);
    int subscriptions = settings.subscriptions(slice.fleet(), instance);
    for (int next = 0; next < subscriptions; next++) {
      int service = slice.fleet().subscribed(instance, next, subscriptions);
      caller.call(new SubscribeCall(), instance, service);
    }
    if (instance < settings.listeners(states.transport(member), slice.fleet())
        && !states.listens(member)) {
      connectConfig(member);
    }
  }

  /** A subscription has ended; it is repeated on the same connection if it failed. */
  void subscribed(SubscribeCall call) {
    if (!call.ok() && load.isOn()) {
      int member = slice.member(call.actor);
      int service = call.service;
      redos.add(member, call.answered, () -> subscribeAgain(member, service));
    }
  }

  /** A client whose connection was lost meanwhile subscribes again once it is registered. */
  private void subscribeAgain(int member, int service) {
    if (states.isRegistered(member)
        && !states.isDisconnected(member)
        && isOverGrpc(member)
        && isConnected(member)) {
      caller.call(new SubscribeCall(), slice.global(member), service);
    }
  }

  /** A beat has ended; an instance that the registry lost registers again. */
  void beaten(BeatCall call) {
    int member = slice.member(call.actor);
    if (call.unknownInstance
        && call.channel() == Channel.NAMING
        && call.transport != Transport.HTTP
        && reconnections.isPending(member)) {
      // Over gRPC the server lost the connection, which is being restored already.
      observer.unknownInstance(call);
      return;
    }
    if (!call.ok() || call.channel() == Channel.CONFIG) {
      return;
    }
    // A 1.4.2 client obeys each answer, even one to an unknown instance.
    states.allowLightBeats(member, call.lightAllowed);
    // A late answer must not restore an instance that is leaving or has left.
    if (call.unknownInstance
        && states.isRegistered(member)
        && states.transport(member) == call.transport
        && load.isOn()) {
      observer.unknownInstance(call);
      register(member);
    }
  }

  /**
   * A deregistration has ended. Under load the instance returns unless it is away; one that is to
   * change its protocol tries again after a failure.
   */
  void deregistered(DeregisterCall call) {
    int member = slice.member(call.actor);
    if (call.ok()) {
      states.deregistered(member);
      observer.deregistered(call);
    }
    if (states.presence(member) == Presence.DEREGISTERING) {
      states.moveTo(Presence.AWAY, member);
      if (waves.left(member, call.ok(), call.answered)) {
        return;
      }
    }
    if (load.isOn() && call.ok() && !states.isAway(member)) {
      load.endOutages(member, call.transport);
      protocols.left(member, call.answered);
      protocols.adopt(member);
      startJoining(member, Channel.NAMING);
    } else {
      completeReconnection(call);
    }
    ramp.ended(call);
  }

  // --- Protocols -------------------------------------------------------------------------------

  /** Migrates instances below a share to gRPC, and the others to HTTP. */
  void migrate(double share) {
    protocols.aim(share);
    for (int member = 0; member < states.size(); member++) {
      migrateIfDue(member);
    }
  }

  /** Migrates a registered instance whose protocol is to change; others do when they register. */
  private void migrateIfDue(int member) {
    if (load.isOn() && states.isRegistered(member) && !protocols.isAsAimed(member)) {
      reconnections.add(member, Channel.NAMING);
    }
  }

  // --- Configurations --------------------------------------------------------------------------

  /**
   * Publishes or removes the configurations of a service one by one, as its first instance. Over
   * gRPC a client uses its configuration connection, on which it then listens, and opens it if
   * needed.
   */
  private void change(Operation operation, int member) {
    int instance = slice.global(member);
    if (operation == Operation.REMOVE && configs.isPublishing(instance)) {
      // Otherwise the publication could reach a node after the removal, and remain there.
      removeLater.set(member);
    } else if (isOverGrpc(member)
        && !(states.listens(member) && caller.driver().connected(instance, Channel.CONFIG))) {
      connectConfig(member);
    } else {
      call(configs.nextChange(operation, instance).orElseThrow(), member);
    }
  }

  /** A publication or removal has ended; a ramp continues with the same service. */
  void changed(ConfigurationCall call) {
    int member = slice.member(call.actor);
    if (call.ok()) {
      configs.acknowledged(call);
      Optional<Ramp> ofRamp = ramp.of(call);
      if (ofRamp.isPresent() && configs.nextChange(call.operation, call.service).isPresent()) {
        ofRamp.get().succeeded();
        change(call.operation, member);
        return;
      }
    }
    ramp.ended(call);
    if (removeLater.get(member) && !configs.isPublishing(call.actor)) {
      removeLater.clear(member);
      change(Operation.REMOVE, member);
    }
  }

  // --- Waves -----------------------------------------------------------------------------------

  /** Starts the waves of a window that begins at {@code at}. */
  void beginWaves(long at) {
    waves.begin(at);
  }

  /** Stops an instance from starting calls; it is to leave once those in flight have ended. */
  void stopCalls(int member) {
    states.moveTo(Presence.LEAVING, member);
    load.endOutages(member, states.transport(member));
    protocols.arrived(member);
    reconnections.cancel(member);
    states.disconnected(member, false);
  }

  /** Lets an instance leave by a deregistration; {@link Waves#left} must follow. */
  void leave(int member) {
    states.moveTo(Presence.DEREGISTERING, member);
    reconnections.cancel(member);
    configs.leave(member, slice.now());
    deregister(member);
  }

  /** Removes an instance without deregistering it. */
  void vanish(int member) {
    reconnections.cancel(member);
    configs.leave(member, slice.now());
    int instance = slice.global(member);
    caller.vanish(instance);
    states.moveTo(Presence.AWAY, member);
    states.vanished(member);
    observer.vanished(instance, isOverGrpc(member));
  }

  /** Lets an instance register and make calls again; {@link Waves#returned} must follow. */
  void rejoin(int member) {
    states.moveTo(Presence.RETURNING, member);
    protocols.adopt(member);
    reconnections.add(member, Channel.NAMING);
  }
}
