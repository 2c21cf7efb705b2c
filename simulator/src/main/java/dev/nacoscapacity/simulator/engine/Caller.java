package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Makes the calls of one event loop, hands them to the driver and books what becomes of them. Calls
 * are recycled once their end was told.
 */
final class Caller implements CallListener {

  private final LongSupplier clock;
  private final Fleet fleet;
  private final Slice slice;
  private final Driver driver;
  private final LoopObserver observer;
  private final Consumer<Call> ended;
  private final Disconnections disconnections;
  private final PushLatency pushes;

  private final StatsRecorder stats;
  private final Deque<Call> recycled = new ArrayDeque<>();
  private long openedBefore;
  private final int[] underWay = new int[Operation.values().length];

  /** Told of connections that are of no use any more. */
  interface Disconnections {
    void disconnected(int actor, boolean config);
  }

  /**
   * @param clock the time in nanoseconds that calls are stamped with, the driver's own
   * @param nodes names
   * @param drivers makes the driver, which tells this listener of each call's end
   * @param ended told of each call's end, after it was booked
   */
  Caller(
      LongSupplier clock,
      List<String> nodes,
      Fleet fleet,
      Slice slice,
      Function<CallListener, Driver> drivers,
      LoopObserver observer,
      PushLatency pushes,
      Consumer<Call> ended,
      Disconnections disconnections) {
    this.clock = clock;
    this.fleet = fleet;
    this.slice = slice;
    this.observer = observer;
    this.pushes = pushes;
    this.ended = ended;
    this.disconnections = disconnections;
    this.stats = new StatsRecorder(nodes);
    this.driver = drivers.apply(this);
  }

  StatsRecorder stats() {
    return stats;
  }

  Driver driver() {
    return driver;
  }

  /** Makes the call of a turn. */
  void call(PeriodicCalls calls, int member, long due, boolean light) {
    Operation operation = calls.operation();
    Call call = newCall();
    switch (operation) {
      case BEAT, LIST, LISTEN -> {
        // Who listens for a service has the service's number, and that is its own service.
        int actor = slice.global(member);
        call.reset(operation, actor, fleet.serviceOf(actor), due, clock.getAsLong());
        call.config = calls.config();
        call.light = light;
      }
      default -> {
        call.reset(operation, member, 0, due, clock.getAsLong());
        call.prescribedServer = member;
        call.wantsBody = true;
      }
    }
    call.period = calls.period();
    send(call);
  }

  /** Makes a call that is due now: a registration, a deregistration, or a login. */
  void callOnce(Operation operation, int instance) {
    long now = clock.getAsLong();
    Call call = newCall().reset(operation, instance, fleet.serviceOf(instance), now, now);
    call.wantsBody = operation == Operation.LOGIN;
    if (operation != Operation.LOGIN) {
      observer.changing(call);
    }
    stats.required(operation);
    send(call);
  }

  /** Gives a client a connection. */
  void connect(int actor, boolean config) {
    long now = clock.getAsLong();
    Call call = newCall().reset(Operation.CONNECT, actor, fleet.serviceOf(actor), now, now);
    call.config = config;
    stats.required(Operation.CONNECT);
    send(call);
  }

  void subscribe(int instance, int service) {
    long now = clock.getAsLong();
    Call call = newCall().reset(Operation.SUBSCRIBE, instance, service, now, now);
    call.wantsBody = true;
    stats.required(Operation.SUBSCRIBE);
    send(call);
  }

  /** Lists a service on a node, whole. */
  void sweep(Sweeper.Read read) {
    long now = clock.getAsLong();
    int instance = fleet.instanceOf(read.service(), 0);
    Call call = newCall().reset(Operation.SWEEP, instance, read.service(), now, now);
    call.prescribedServer = read.node();
    call.wantsBody = true;
    stats.required(Operation.SWEEP);
    send(call);
  }

  private Call newCall() {
    Call call = recycled.pollFirst();
    return call == null ? new Call() : call;
  }

  private void send(Call call) {
    underWay[call.operation.ordinal()]++;
    stats.started(call);
    driver.send(call);
  }

  /** What became of the calls since the last time. */
  RunStats takeSecond() {
    RunStats taken = stats.takeSecond();
    for (Operation operation : Operation.values()) {
      if (underWay[operation.ordinal()] > 0) {
        taken.of(operation).set(OperationCount.IN_FLIGHT, (long) underWay[operation.ordinal()]);
      }
    }
    if (!driver.everyCallKeepsAlive()) {
      long opened = driver.opened();
      if (opened > openedBefore) {
        taken.of(Operation.CONNECT).add(OperationCount.STARTED, opened - openedBefore);
      }
      openedBefore = opened;
    }
    return taken;
  }

  /** Calls not yet answered, long polls left out. */
  int callsUnderWay() {
    return Arrays.stream(underWay).sum() - underWay[Operation.LISTEN.ordinal()];
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
        if (driver.everyCallKeepsAlive()) {
          observer.beatWritten(call);
        }
        if (call.operation == Operation.REGISTER) {
          pushes.registering(call.actor, call.written);
        }
      }
      default -> {}
    }
  }

  @Override
  public void disconnected(int actor, boolean config) {
    disconnections.disconnected(actor, config);
  }

  @Override
  public void pushed(int subscriber, int service, Listing listing) {
    pushes.pushed(subscriber, service, listing, clock.getAsLong(), stats::pushed);
  }

  @Override
  public void completed(Call call) {
    underWay[call.operation.ordinal()]--;
    stats.completed(call);
    if (call.operation == Operation.SUBSCRIBE && call.ok()) {
      pushes.subscribed(call.actor, call.service, call.listing);
    }
    ended.accept(call);
    call.body = null;
    call.listing = null;
    recycled.addFirst(call);
  }
}
