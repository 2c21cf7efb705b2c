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
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes the calls of one event loop: passes them to the driver, counts them, and reports their
 * ends. Calls are recycled after their end was reported.
 */
final class Caller implements CallListener {

  private final Slice slice;
  private final InstanceStates states;
  private final Driver driver;
  private final LoopObserver observer;
  private final Events events;
  private final PushLatency pushes;

  /** By instance: the number of its publications in flight. */
  private final Map<Integer, Integer> publishing = new HashMap<>();

  private final ConfigListeners configs;

  private final StatsRecorder stats;
  private final Deque<Call> recycled = new ArrayDeque<>();
  private long openedBefore;
  private final int[][] inFlight = new int[Operation.values().length][Transport.values().length];

  /** Receives what happens to clients. */
  interface Events {

    /** A call has ended and was counted. */
    void ended(Call call);

    /** A connection was closed by a server. */
    void disconnected(int actor, Channel channel);
  }

  /**
   * @param drivers creates the driver, which reports the end of each call to its argument
   */
  Caller(
      Slice slice,
      InstanceStates states,
      Function<CallListener, Driver> drivers,
      LoopContext context,
      ConfigListeners configs,
      Events events) {
    this.slice = slice;
    this.states = states;
    this.observer = context.observer();
    this.stats = new StatsRecorder(context.nodes());
    this.pushes =
        new PushLatency(slice.fleet(), slice.settings(), context.changes(), slice.index(), stats);
    this.configs = configs;
    this.events = events;
    this.driver = drivers.apply(this);
  }

  /** Whether an instance has a publication in flight. */
  boolean isPublishing(int instance) {
    return publishing.containsKey(instance);
  }

  StatsRecorder stats() {
    return stats;
  }

  /** The pushes to the instances. */
  PushLatency pushes() {
    return pushes;
  }

  private void countOfMember(Call call, int change) {
    boolean counted =
        states.countsCalls()
            && switch (call.operation) {
              case LOGIN, SCRAPE, SWEEP, PUSH -> false;
              case LISTEN -> keepsAlive(call);
              default -> true;
            };
    if (counted) {
      states.addCalls(slice.member(call.actor), change);
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
        Fleet fleet = slice.fleet();
        int service =
            operation == Operation.LIST
                ? fleet.subscribed(
                    actor, calls.which(scheduledActor), fleet.subscriptions(actor, 1))
                : fleet.serviceOf(actor);
        call.reset(operation, actor, service, due, slice.now());
        call.channel = calls.channel();
        call.light = light;
        if (operation == Operation.LISTEN && configs.exist()) {
          call.configuration = configs.all(actor);
          call.wantsBody = true;
        }
      }
      case PUBLISH -> {
        // The first instance of a service publishes the service's configurations.
        int actor = slice.global(calls.instance(scheduledActor));
        call.reset(operation, actor, slice.fleet().serviceOf(actor), due, slice.now());
        call.configuration = configs.next(call.service, calls.which(scheduledActor));
      }
      default -> {
        call.reset(operation, scheduledActor, 0, due, slice.now());
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
    Call call = dueNow(operation, instance, slice.fleet().serviceOf(instance));
    call.transport = transport;
    observer.changing(call);
    sendRequired(call);
  }

  void login(int client) {
    Call call = dueNow(Operation.LOGIN, client, slice.fleet().serviceOf(client));
    call.wantsBody = true;
    sendRequired(call);
  }

  /** Opens a connection of a client. */
  void connect(int actor, Channel channel, Transport transport) {
    Call call = dueNow(Operation.CONNECT, actor, slice.fleet().serviceOf(actor));
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
    Call call = dueNow(operation, instance, slice.fleet().serviceOf(instance));
    call.transport = transport;
    call.configuration = about;
    call.wantsBody = true;
    sendRequired(call);
  }

  /** Requests the complete list of a service on a node. */
  void sweep(Sweeper.Read read) {
    Call call =
        dueNow(Operation.SWEEP, slice.fleet().instanceOf(read.service(), 0), read.service());
    call.prescribedServer = read.node();
    call.wantsBody = true;
    sendRequired(call);
  }

  /** Ends the process of an instance, which has no call in flight. */
  void vanish(int instance) {
    driver.closeConnections(instance);
    pushes.vanished(instance, slice.now());
  }

  private Call newCall() {
    Call call = recycled.pollFirst();
    return call == null ? new Call() : call;
  }

  private Call dueNow(Operation operation, int actor, int service) {
    long now = slice.now();
    return newCall().reset(operation, actor, service, now, now);
  }

  private void sendRequired(Call call) {
    stats.required(call.operation, call.transport);
    send(call);
  }

  private void send(Call call) {
    inFlight[call.operation.ordinal()][call.transport.ordinal()]++;
    countOfMember(call, 1);
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
    Transport shared = slice.settings().sharedTransport();
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
      pushes.vanished(actor, slice.now());
    }
    events.disconnected(actor, channel);
  }

  @Override
  public void configChanged(int listener, String dataId) {
    configs.changed(listener, dataId);
  }

  @Override
  public void pushed(int subscriber, int service, Listing listing) {
    observer.acknowledged(subscriber);
    pushes.pushed(subscriber, service, listing, slice.now());
  }

  @Override
  public void completed(Call call) {
    inFlight[call.operation.ordinal()][call.transport.ordinal()]--;
    if (call.configuration != null) {
      configs.check(call, (written, last) -> stats.configChanged(written, last, call.answered));
    }
    countOfMember(call, -1);
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
    events.ended(call);
    call.body = null;
    call.listing = null;
    call.configuration = null;
    recycled.addFirst(call);
  }
}
