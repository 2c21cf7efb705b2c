package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.stats.Transport;
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
 * Makes the calls of one event loop, hands them to the driver and books what becomes of them. Calls
 * are recycled once their end was told.
 */
final class Caller implements CallListener {

  private final LongSupplier clock;
  private final Fleet fleet;
  private final Slice slice;
  private final Driver driver;
  private final Transport sharedTransport;
  private final LoopObserver observer;
  private final Consumer<Call> ended;
  private final Unasked unasked;
  private final PushLatency pushes;

  /** By instance: its publications under way. */
  private final Map<Integer, Integer> publishing = new HashMap<>();

  /** Null where no configurations exist. */
  private final ConfigListeners configs;

  private final StatsRecorder stats;
  private final Deque<Call> recycled = new ArrayDeque<>();
  private long openedBefore;
  private final int[][] underWay = new int[Operation.values().length][Transport.values().length];

  /** By member: calls under way that it must not leave behind; null where nobody leaves. */
  private short[] ofMember;

  /** What happens to clients without a call. */
  interface Unasked {

    /** A connection is of no use any more. */
    void disconnected(int actor, boolean config);

    /** A configuration has changed. */
    void configChanged(int listener, String dataId);
  }

  /**
   * @param clock the time in nanoseconds that calls are stamped with, the driver's own
   * @param drivers makes the driver, which tells this listener of each call's end
   * @param sharedTransport what the connections go over that calls share, as far as that is told; null where
   *     each client has its own
   * @param configs null where no configurations exist
   * @param ended told of each call's end, after it was booked
   */
  Caller(
      LongSupplier clock,
      Fleet fleet,
      Slice slice,
      Function<CallListener, Driver> drivers,
      Transport sharedTransport,
      LoopObserver observer,
      StatsRecorder stats,
      PushLatency pushes,
      ConfigListeners configs,
      Consumer<Call> ended,
      Unasked unasked) {
    this.clock = clock;
    this.fleet = fleet;
    this.slice = slice;
    this.sharedTransport = sharedTransport;
    this.observer = observer;
    this.pushes = pushes;
    this.ended = ended;
    this.unasked = unasked;
    this.configs = configs;
    this.stats = stats;
    this.driver = drivers.apply(this);
  }

  /** Whether an instance has a publication under way. */
  boolean isPublishing(int instance) {
    return publishing.containsKey(instance);
  }

  StatsRecorder stats() {
    return stats;
  }

  /** From now on it is known who has calls under way, of so many members. */
  void watchMembers(int members) {
    ofMember = new short[members];
  }

  /** Whether no call of a member is under way but a long poll, which nobody waits for. */
  boolean isIdle(int member) {
    return ofMember[member] == 0;
  }

  private void count(Call call, int change) {
    boolean counts =
        switch (call.operation) {
          case LOGIN, SCRAPE, SWEEP, PUSH -> false;
          case LISTEN -> keepsAlive(call);
          default -> true;
        };
    if (counts) {
      ofMember[slice.member(call.actor)] += (short) change;
    }
  }

  Driver driver() {
    return driver;
  }

  /** Makes the call of a turn. */
  void call(PeriodicCalls calls, int turnOf, long due, boolean light) {
    Operation operation = calls.operation();
    Call call = newCall();
    switch (operation) {
      case BEAT, LIST, LISTEN -> {
        // Who listens for a service has the service's number, and that is its own service.
        int actor = slice.global(calls.instance(turnOf));
        int service =
            operation == Operation.LIST
                ? fleet.subscribed(actor, calls.which(turnOf), fleet.subscriptions(actor, 1))
                : fleet.serviceOf(actor);
        call.reset(operation, actor, service, due, clock.getAsLong());
        call.config = calls.config();
        call.light = light;
        if (operation == Operation.LISTEN && configs != null) {
          call.configuration = configs.all(actor);
          call.wantsBody = true;
        }
      }
      case PUBLISH -> {
        // The first instance of a service publishes the service's configurations.
        int actor = slice.global(calls.instance(turnOf));
        call.reset(operation, actor, fleet.serviceOf(actor), due, clock.getAsLong());
        call.configuration = configs.next(call.service, calls.which(turnOf));
      }
      default -> {
        call.reset(operation, turnOf, 0, due, clock.getAsLong());
        call.prescribedServer = turnOf;
        call.wantsBody = true;
      }
    }
    call.transport = calls.transport();
    call.turnOf = turnOf;
    call.period = calls.period(turnOf);
    send(call);
  }

  /** Makes a call that is due now, a registration or a deregistration. */
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

  /** Gives a client a connection. */
  void connect(int actor, boolean config, Transport transport) {
    Call call = dueNow(Operation.CONNECT, actor, fleet.serviceOf(actor));
    call.transport = transport;
    call.config = config;
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

  /** Lists a service on a node, whole. */
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
    underWay[call.operation.ordinal()][call.transport.ordinal()]++;
    if (ofMember != null) {
      count(call, 1);
    }
    if (call.operation == Operation.PUBLISH) {
      publishing.merge(call.actor, 1, Integer::sum);
    }
    stats.started(call);
    driver.send(call);
  }

  /** What became of the calls since the last time. */
  RunStats takeSecond() {
    RunStats taken = stats.takeSecond();
    for (Operation operation : Operation.values()) {
      for (Transport transport : Transport.values()) {
        long calls = underWay[operation.ordinal()][transport.ordinal()];
        if (calls > 0) {
          taken.of(operation, transport).set(OperationCount.IN_FLIGHT, calls);
        }
      }
    }
    long opened = driver.opened();
    if (sharedTransport != null && opened > openedBefore) {
      taken.of(Operation.CONNECT, sharedTransport).add(OperationCount.STARTED, opened - openedBefore);
    }
    openedBefore = opened;
    return taken;
  }

  /** Calls not yet answered, long polls left out. */
  int callsUnderWay() {
    return Stream.of(underWay).mapToInt(calls -> IntStream.of(calls).sum()).sum()
        - IntStream.of(underWay[Operation.LISTEN.ordinal()]).sum();
  }

  /** Whether a call of an instance tells the registry that the instance lives, beat or not. */
  boolean keepsAlive(Call call) {
    return call.transport != Transport.HTTP && driver.everyCallKeepsAlive();
  }

  @Override
  public void written(Call call) {
    switch (call.operation) {
      case BEAT -> {
        if (!call.config) {
          observer.beatWritten(call);
        }
      }
      case REGISTER, LIST, SUBSCRIBE -> {
        if (keepsAlive(call)) {
          observer.beatWritten(call);
        }
        if (call.operation == Operation.REGISTER) {
          pushes.changing(call.actor, true, call.written);
        }
      }
      case DEREGISTER -> pushes.changing(call.actor, false, call.written);
      case PUBLISH -> configs.written(call);
      default -> {}
    }
  }

  @Override
  public void disconnected(int actor, boolean config) {
    if (!config) {
      pushes.removeSubscriber(actor);
    }
    unasked.disconnected(actor, config);
  }

  @Override
  public void configChanged(int listener, String dataId) {
    if (configs != null) {
      unasked.configChanged(listener, dataId);
    }
  }

  @Override
  public void pushed(int subscriber, int service, Listing listing) {
    observer.acknowledged(subscriber);
    pushes.pushed(subscriber, service, listing, clock.getAsLong());
  }

  @Override
  public void completed(Call call) {
    underWay[call.operation.ordinal()][call.transport.ordinal()]--;
    if (call.configuration != null) {
      configs.judge(call, (written, last) -> stats.configChanged(written, last, call.answered));
    }
    if (ofMember != null) {
      count(call, -1);
    }
    if (call.operation == Operation.PUBLISH) {
      publishing.computeIfPresent(call.actor, (actor, calls) -> calls == 1 ? null : calls - 1);
    }
    stats.completed(call);
    if (call.operation == Operation.SUBSCRIBE && call.ok()) {
      pushes.subscribed(call.actor, call.service, call.listing, call.answered);
    } else if (call.operation == Operation.DEREGISTER && call.ok()) {
      pushes.removeSubscriber(call.actor);
    }
    ended.accept(call);
    call.body = null;
    call.listing = null;
    call.configuration = null;
    recycled.addFirst(call);
  }
}
