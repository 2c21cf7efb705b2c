package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.BitSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets the instances of one event loop join and leave the registry, subscribe and listen once
 * registered, return after a lost connection or in a wave, and change their protocol. All methods
 * run on the thread of the event loop.
 */
final class Membership implements Waves.Instances {

  /**
   * {@code NamingGrpcRedoService} of a 2.x client looks this often, from its start on, for what a
   * lost connection ended or what failed. The first registration does not wait for it.
   */
  private static final long REDO_PERIOD = TimeUnit.SECONDS.toNanos(3);

  /** A call that a client makes again when it next looks. */
  private record RepeatedCall(long due, Runnable call) {}

  private final LongSupplier clock;
  private final Fleet fleet;
  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final Caller caller;
  private final OfferedLoad load;
  private final PushLatency pushes;

  /** Null where no configurations exist. */
  private final ConfigListeners configs;

  private final LoopObserver observer;
  private final Reconnections reconnections;
  private final Queue<RepeatedCall> redos =
      new PriorityQueue<>((one, other) -> Long.signum(one.due() - other.due()));

  /** Clients over gRPC that lost the connection on which they were registered. */
  private final BitSet registersAgain = new BitSet();

  /** By member over gRPC: when its client started, in nanoseconds. */
  private final long[] started;

  /**
   * The outages of instances that have deregistered to change their protocol and are not registered
   * again; null in a fleet of one protocol.
   */
  private final ActorOutages moving;

  /** The share of instances that are to speak gRPC, in a fleet that speaks both protocols. */
  private double grpcShare;

  /**
   * @param configs null where no configurations exist
   * @param admissions the rate of clients that return, which they share with {@link LoopRamps}
   */
  Membership(
      LongSupplier clock,
      Fleet fleet,
      Slice slice,
      LoopSettings settings,
      InstanceStates states,
      Caller caller,
      OfferedLoad load,
      PushLatency pushes,
      ConfigListeners configs,
      LoopObserver observer,
      AdmissionRate admissions) {
    this.clock = clock;
    this.fleet = fleet;
    this.slice = slice;
    this.settings = settings;
    this.states = states;
    this.caller = caller;
    this.load = load;
    this.pushes = pushes;
    this.configs = configs;
    this.observer = observer;
    this.reconnections = new Reconnections(admissions, this::reconnect);
    this.started = new long[settings.overGrpc() ? states.size() : 0];
    this.moving = settings.mixed() ? new ActorOutages(states.size(), clock.getAsLong()) : null;
    this.grpcShare = settings.mixed() ? settings.workload().protocol().grpcShare() : 1;
    for (int member = 0; member < states.size(); member++) {
      states.speaks(member, target(member));
    }
  }

  /** Lets clients return as far as the rate allows. */
  void step(long now) {
    reconnections.step(now);
    redo(now);
  }

  /** Whether the naming connection of a client is being restored. */
  boolean isReturning(int member) {
    return reconnections.isPending(member);
  }

  /** Lets no client return any more. */
  void stop() {
    reconnections.clear();
    redos.clear();
  }

  /** Adds the instances without service between two protocols to the figures of registrations. */
  void addUnserved(RunStats second, long now) {
    if (moving != null && load.isOn()) {
      Transport to = grpcShare > 0 ? Transport.GRPC : Transport.HTTP;
      moving.addTo(second.of(Operation.REGISTER, to), now);
    }
  }

  // --- Protocols -------------------------------------------------------------------------------

  /** Migrates instances below a share to gRPC, and the others to HTTP. */
  void migrate(double share) {
    grpcShare = share;
    for (int member = 0; member < states.size(); member++) {
      migrateIfDue(member);
    }
  }

  /** Migrates a registered instance whose protocol is to change; others do when they register. */
  void migrateIfDue(int member) {
    if (load.isOn() && states.isRegistered(member) && states.transport(member) != target(member)) {
      reconnections.add(member, Channel.NAMING);
    }
  }

  /** The protocol that an instance should speak; ANY in a fleet of one protocol. */
  private Transport target(int member) {
    if (!settings.mixed()) {
      return Transport.ANY;
    }
    return fleet.rank(slice.global(member)) < grpcShare ? Transport.GRPC : Transport.HTTP;
  }

  private boolean isOverGrpc(int member) {
    return settings.overGrpc(states.transport(member));
  }

  // --- Connections -----------------------------------------------------------------------------

  /** Whether an instance can register: over gRPC only on its naming connection. */
  boolean isConnected(int member) {
    return states.transport(member) == Transport.HTTP
        || caller.driver().connected(slice.global(member), Channel.NAMING);
  }

  /** Opens a connection for naming or configuration. */
  void connect(int member, Channel channel) {
    if (channel == Channel.NAMING && !registersAgain.get(member)) {
      started[member] = clock.getAsLong();
    }
    caller.connect(slice.global(member), channel, states.transport(member));
  }

  /** Opens the connection on which a client over gRPC publishes and listens. */
  void connectConfig(int member) {
    states.listening(member);
    connect(member, Channel.CONFIG);
  }

  /** Handles the loss of a connection, with its registration and subscriptions. */
  void disconnected(int actor, Channel channel) {
    int member = slice.member(actor);
    if (!load.isOn() || states.isAway(member)) {
      return;
    }
    if (channel == Channel.NAMING) {
      registersAgain.set(member);
      observer.disconnected(actor);
    }
    reconnections.lost(member, channel);
  }

  /**
   * Registers an instance on its new naming connection, under load: a new client at once, one that
   * lost its connection when it next looks.
   *
   * @return false for any other connection, and for one that failed
   */
  boolean registerOn(Call connection) {
    int member = slice.member(connection.actor);
    if (!connection.ok()
        || connection.channel == Channel.CONFIG
        || !load.isOn()
        || states.isAway(member)) {
      return false;
    }
    if (registersAgain.get(member)) {
      registerAgain(member, connection.answered);
    } else {
      register(member);
    }
    return true;
  }

  private void registerAgain(int member, long now) {
    whenNextLooking(
        member,
        now,
        () -> {
          if (registersAgain.get(member) && isConnected(member)) {
            register(member);
          }
        });
  }

  private void whenNextLooking(int member, long now, Runnable call) {
    long looked = (now - started[member]) / REDO_PERIOD;
    redos.add(new RepeatedCall(started[member] + (looked + 1) * REDO_PERIOD, call));
  }

  /** A client whose connection is lost by then does nothing, and looks again on the next one. */
  private void redo(long now) {
    while (!redos.isEmpty() && now - redos.peek().due() >= 0) {
      redos.poll().call().run();
    }
  }

  /** Lets a registered client listen on its new configuration connection. */
  void listenOn(Call connection) {
    int member = slice.member(connection.actor);
    if (configs != null
        && connection.ok()
        && connection.channel == Channel.CONFIG
        && states.isRegistered(member)) {
      configs.start(member);
    }
  }

  /** Reconnects a client, or deregisters one that is to migrate. */
  private void reconnect(int member, Channel channel) {
    if (states.isAway(member)) {
      reconnections.cancel(member);
    } else if (channel == Channel.CONFIG || states.transport(member) == target(member)) {
      startJoining(member, channel);
    } else {
      caller.callOnce(Operation.DEREGISTER, slice.global(member), states.transport(member));
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
  void completeReconnection(Call call) {
    int member = slice.member(call.actor);
    if (load.isOn()) {
      reconnections.completed(member, call.channel, call.ok(), call.answered);
      if (!call.ok() && call.channel == Channel.CONFIG) {
        reconnections.add(member, Channel.CONFIG);
      }
    }
  }

  // --- Registrations ---------------------------------------------------------------------------

  /** Registers an instance under load, unless that is in flight. */
  void register(int member) {
    if (!states.isRegisteringAgain(member)) {
      states.registeringAgain(member, true);
      caller.callOnce(Operation.REGISTER, slice.global(member), states.transport(member));
    }
  }

  /** Handles the end of a registration: the client begins to subscribe and listen. */
  void registered(Call call) {
    int member = slice.member(call.actor);
    states.registeringAgain(member, false);
    if (call.ok()) {
      registersAgain.clear(member);
      states.registered(member);
      endMove(member);
      observer.registered(call);
      if (load.isOn()) {
        startListening(member);
        subscribe(member);
      }
    } else if (registersAgain.get(member) && load.isOn() && isConnected(member)) {
      registerAgain(member, call.answered);
      return;
    }
    completeReconnection(call);
  }

  /** Starts to listen; over gRPC only on an open configuration connection, otherwise later. */
  private void startListening(int member) {
    if (configs != null
        && (!isOverGrpc(member) || states.listens(member) && !configs.hasStarted(member))) {
      configs.start(member);
    }
  }

  /** Makes the calls of a gRPC client after each registration. */
  private void subscribe(int member) {
    if (states.isAway(member) || !isOverGrpc(member)) {
      return;
    }
    int instance = slice.global(member);
    int subscriptions = settings.subscriptions(fleet, instance);
    for (int next = 0; next < subscriptions; next++) {
      caller.subscribe(instance, fleet.subscribed(instance, next, subscriptions));
    }
    if (instance < settings.listeners(states.transport(member), fleet) && !states.listens(member)) {
      connectConfig(member);
    }
  }

  /** Handles the end of a subscription, which is repeated on the same connection if it failed. */
  void subscribed(Call call) {
    if (!call.ok() && load.isOn()) {
      int member = slice.member(call.actor);
      int service = call.service;
      whenNextLooking(member, call.answered, () -> subscribeAgain(member, service));
    }
  }

  /** A client whose connection was lost meanwhile subscribes again once it is registered. */
  private void subscribeAgain(int member, int service) {
    if (states.isRegistered(member)
        && !registersAgain.get(member)
        && isOverGrpc(member)
        && isConnected(member)) {
      caller.subscribe(slice.global(member), service);
    }
  }

  /** Handles the end of a deregistration. */
  void deregistered(Call call) {
    if (call.ok()) {
      registersAgain.clear(slice.member(call.actor));
      states.deregistered(slice.member(call.actor));
      observer.deregistered(call);
    }
  }

  /**
   * Lets an instance that deregistered under load return, unless it is away; a failed
   * deregistration of one that is to change its protocol is repeated.
   */
  void returnAfterDeregistration(Call call) {
    int member = slice.member(call.actor);
    if (load.isOn() && call.ok() && !states.isAway(member)) {
      load.endOutages(member, call.transport);
      if (moving != null) {
        moving.overdue(member, call.answered);
      }
      states.speaks(member, target(member));
      startJoining(member, Channel.NAMING);
    } else {
      completeReconnection(call);
    }
  }

  private void endMove(int member) {
    if (moving != null) {
      moving.ended(member, true, 0);
    }
  }

  // --- Waves -----------------------------------------------------------------------------------

  @Override
  public void stopCalls(int member) {
    states.away(member, true);
    load.endOutages(member, states.transport(member));
    endMove(member);
    reconnections.cancel(member);
    registersAgain.clear(member);
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
    caller.driver().closeConnections(instance);
    pushes.vanished(instance, clock.getAsLong());
    states.vanished(member);
    observer.vanished(instance, isOverGrpc(member));
  }

  @Override
  public void rejoin(int member) {
    states.away(member, false);
    states.speaks(member, target(member));
    reconnections.add(member, Channel.NAMING);
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
