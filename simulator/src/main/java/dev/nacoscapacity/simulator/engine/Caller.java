package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.ConfigCall;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes the calls of one event loop: passes them to the driver, counts them, and reports their
 * ends. Calls are recycled after their end was reported.
 */
final class Caller implements CallListener {

  private final LongSupplier clock;
  private final Fleet fleet;
  private final Slice slice;
  private final Driver driver;
  private final Transport shared;
  private final LoopObserver observer;
  private final Consumer<Call> ended;
  private final ServerEvents serverEvents;
  private final PushLatency pushes;

  /** By instance: the number of its publications in flight. */
  private final Map<Integer, Integer> publishing = new HashMap<>();

  /** Null where no configurations exist. */
  private final ConfigListeners configs;

  private final StatsRecorder stats;
  private final Deque<Call> recycled = new ArrayDeque<>();
  private long openedBefore;
  private final int[][] inFlight = new int[Operation.values().length][Transport.values().length];

  /** By member: calls in flight that delay its departure; null when no member leaves. */
  private short[] inFlightOfMember;

  /** Events that a server causes, without a call of the client. */
  interface ServerEvents {

    /** A connection was closed. */
    void disconnected(int actor, Channel channel);

    /** A configuration has changed. */
    void configChanged(int listener, String dataId);
  }

  /**
   * @param clock time stamps of calls in nanoseconds, as the driver uses
   * @param drivers creates the driver, which reports the end of each call to its argument
   * @param shared transport of connections that clients share; null when each client has its own
   * @param configs null where no configurations exist
   * @param ended receives each call that has ended, after it was counted
   */
  Caller(
      LongSupplier clock,
      Fleet fleet,
      Slice slice,
      Function<CallListener, Driver> drivers,
      Transport shared,
      LoopObserver observer,
      StatsRecorder stats,
      PushLatency pushes,
      ConfigListeners configs,
      Consumer<Call> ended,
      ServerEvents serverEvents) {
    this.clock = clock;
    this.fleet = fleet;
    this.slice = slice;
    this.shared = shared;
    this.observer = observer;
    this.pushes = pushes;
    this.ended = ended;
    this.serverEvents = serverEvents;
    this.configs = configs;
    this.stats = stats;
    this.driver = drivers.apply(this);
  }

  /** Whether an instance has a publication in flight. */
  boolean isPublishing(int instance) {
    return publishing.containsKey(instance);
  }

  StatsRecorder stats() {
    return stats;
  }

  /** Starts to count the calls in flight of each of so many members. */
  void watchMembers(int members) {
    inFlightOfMember = new short[members];
  }

  /** Whether a member has no call in flight but a long poll, which does not delay its departure. */
  boolean isIdle(int member) {
    return inFlightOfMember[member] == 0;
  }

  private void countOfMember(Call call, int change) {
    boolean counted =
        switch (call.operation) {
          case LOGIN, SCRAPE, SWEEP, PUSH -> false;
          case LISTEN -> keepsAlive(call);
          default -> true;
        };
    if (counted) {
      inFlightOfMember[slice.member(call.actor)] += (short) change;
    }
  }

  Driver driver() {
    return driver;
  }

  /** Makes the periodic call of an actor; a {@code light} beat omits the description. */
  void call(PeriodicCalls calls, int scheduledActor, long due, boolean light) {
    Operation operation = calls.operation();
    Call call = newCall();
    switch (operation) {
      case BEAT, LIST, LISTEN -> {
        // The listener of a service is its first instance, which has the number of the service.
        int actor = slice.global(calls.instance(scheduledActor));
        int service =
            operation == Operation.LIST
                ? fleet.subscribed(
                    actor, calls.which(scheduledActor), fleet.subscriptions(actor, 1))
                : fleet.serviceOf(actor);
        call.reset(operation, actor, service, due, clock.getAsLong());
        call.channel = calls.channel();
        call.light = light;
        if (operation == Operation.LISTEN && configs != null) {
          call.configuration = configs.all(actor);
          call.wantsBody = true;
        }
      }
      case PUBLISH -> {
        // The first instance of a service publishes the service's configurations.
        int actor = slice.global(calls.instance(scheduledActor));
        call.reset(operation, actor, fleet.serviceOf(actor), due, clock.getAsLong());
        call.configuration = configs.next(call.service, calls.which(scheduledActor));
      }
      default -> {
        call.reset(operation, scheduledActor, 0, due, clock.getAsLong());
        call.prescribedServer = scheduledActor;
        call.wantsBody = true;
      }
    }
    call.transport = calls.transport();
    call.scheduledActor = scheduledActor;
    call.period = calls.period(scheduledActor);
    send(call);
  }

  /** Registers or deregisters an instance now. */
  void callOnce(Operation operation, int instance, Transport transport) {
    Call call = dueNow(operation, instance, fleet.serviceOf(instance));
    call.transport = transport;
    observer.changing(call);
    sendRequired(call);
  }

  void login(int client) {
    Call call = dueNow(Operation.LOGIN, client, fleet.serviceOf(client));
    call.wantsBody = true;
    sendRequired(call);
  }

  /** Opens a connection of a client. */
  void connect(int actor, Channel channel, Transport transport) {
    Call call = dueNow(Operation.CONNECT, actor, fleet.serviceOf(actor));
    call.transport = transport;
    call.channel = channel;
    sendRequired(call);
  }

  void subscribe(int instance, int service) {
    Call call = dueNow(Operation.SUBSCRIBE, instance, service);
    call.wantsBody = true;
    sendRequired(call);
  }

  /** Makes a call about configurations that exist. */
  void configure(Operation operation, int instance, Transport transport, ConfigCall about) {
    Call call = dueNow(operation, instance, fleet.serviceOf(instance));
    call.transport = transport;
    call.configuration = about;
    call.wantsBody = true;
    sendRequired(call);
  }

  /** Requests the complete list of a service on a node. */
  void sweep(Sweeper.Read read) {
    Call call = dueNow(Operation.SWEEP, fleet.instanceOf(read.service(), 0), read.service());
    call.prescribedServer = read.node();
    call.wantsBody = true;
    sendRequired(call);
  }

  private Call newCall() {
    Call call = recycled.pollFirst();
    return call == null ? new Call() : call;
  }

  private Call dueNow(Operation operation, int actor, int service) {
    long now = clock.getAsLong();
    return newCall().reset(operation, actor, service, now, now);
  }

  private void sendRequired(Call call) {
    stats.required(call.operation, call.transport);
    send(call);
  }

  private void send(Call call) {
    inFlight[call.operation.ordinal()][call.transport.ordinal()]++;
    if (inFlightOfMember != null) {
      countOfMember(call, 1);
    }
    if (call.operation == Operation.PUBLISH) {
      publishing.merge(call.actor, 1, Integer::sum);
    }
    stats.started(call);
    driver.send(call);
  }

  /** Returns and resets the figures since the last call. */
  RunStats takeSecond() {
    RunStats secondStats = stats.takeSecond();
    for (Operation operation : Operation.values()) {
      for (Transport transport : Transport.values()) {
        long calls = inFlight[operation.ordinal()][transport.ordinal()];
        if (calls > 0) {
          secondStats.of(operation, transport).set(OperationCount.IN_FLIGHT, calls);
        }
      }
    }
    long opened = driver.opened();
    if (shared != null && opened > openedBefore) {
      secondStats.of(Operation.CONNECT, shared).add(OperationCount.STARTED, opened - openedBefore);
    }
    openedBefore = opened;
    return secondStats;
  }

  /** The number of calls in flight, long polls excluded. */
  int callsUnderWay() {
    return Stream.of(inFlight).mapToInt(calls -> IntStream.of(calls).sum()).sum()
        - IntStream.of(inFlight[Operation.LISTEN.ordinal()]).sum();
  }

  /** Whether a call renews the registration of its instance, as a beat does. */
  boolean keepsAlive(Call call) {
    return call.transport != Transport.HTTP && driver.everyCallKeepsAlive();
  }

  @Override
  public void written(Call call) {
    switch (call.operation) {
      case BEAT -> {
        if (call.channel == Channel.NAMING) {
          observer.beatWritten(call);
        }
      }
      case REGISTER, LIST, SUBSCRIBE -> {
        if (keepsAlive(call)) {
          observer.beatWritten(call);
        }
        if (call.operation == Operation.REGISTER) {
          pushes.changing(call.actor, true, call.written);
        } else if (call.operation == Operation.SUBSCRIBE) {
          pushes.subscribing(call.actor, call.service);
        }
      }
      case DEREGISTER -> pushes.changing(call.actor, false, call.written);
      case PUBLISH -> configs.written(call);
      default -> {}
    }
  }

  @Override
  public void disconnected(int actor, Channel channel) {
    if (channel == Channel.NAMING) {
      pushes.vanished(actor, clock.getAsLong());
    }
    serverEvents.disconnected(actor, channel);
  }

  @Override
  public void configChanged(int listener, String dataId) {
    if (configs != null) {
      serverEvents.configChanged(listener, dataId);
    }
  }

  @Override
  public void pushed(int subscriber, int service, Listing listing) {
    observer.acknowledged(subscriber);
    pushes.pushed(subscriber, service, listing, clock.getAsLong());
  }

  @Override
  public void completed(Call call) {
    inFlight[call.operation.ordinal()][call.transport.ordinal()]--;
    if (call.configuration != null) {
      configs.check(call, (written, last) -> stats.configChanged(written, last, call.answered));
    }
    if (inFlightOfMember != null) {
      countOfMember(call, -1);
    }
    if (call.operation == Operation.PUBLISH) {
      publishing.computeIfPresent(call.actor, (actor, calls) -> calls == 1 ? null : calls - 1);
    }
    stats.completed(call);
    switch (call.operation) {
      case SUBSCRIBE -> {
        if (call.ok()) {
          pushes.subscribed(call.actor, call.service, call.listing, call.written, call.answered);
        }
      }
      case REGISTER -> pushes.changed(call.actor, true, call.ok(), call.answered);
      case DEREGISTER -> {
        pushes.changed(call.actor, false, call.ok(), call.answered);
        if (call.ok()) {
          pushes.removeSubscriber(call.actor, call.answered);
        }
      }
      default -> {}
    }
    ended.accept(call);
    call.body = null;
    call.listing = null;
    call.configuration = null;
    recycled.addFirst(call);
  }
}
