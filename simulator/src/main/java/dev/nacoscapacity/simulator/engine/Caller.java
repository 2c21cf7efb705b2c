package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.function.Function;

/**
 * Makes the calls of one event loop: passes them to the driver, counts them, and lets each kind of
 * call do what it does when it is written and when it has ended. Periodic calls are recycled then.
 */
final class Caller implements CallListener {

  private final FleetLoop loop;
  private final Driver driver;
  private long openedBefore;
  private final int[][] inFlight = new int[Operation.values().length][Transport.values().length];

  /** Calls in flight, long polls excluded. */
  private int underWay;

  /**
   * @param drivers creates the driver, which reports the end of each call to its argument
   */
  Caller(FleetLoop loop, Function<CallListener, Driver> drivers) {
    this.loop = loop;
    this.driver = drivers.apply(this);
  }

  Driver driver() {
    return driver;
  }

  /** Whether a call renews the registration of its instance, as a beat does. */
  boolean keepsAlive(Call call) {
    return call.transport != Transport.HTTP && driver.everyCallKeepsAlive();
  }

  /** Makes the periodic call of an actor. */
  void call(PeriodicCalls<?> calls, int actor, long due) {
    send(calls.next(actor, due, loop.slice.now()));
  }

  /** Makes a call of an instance about its own service, now. */
  void call(FleetCall call, int instance, Transport transport) {
    call.transport = transport;
    call(call, instance, loop.slice.fleet().serviceOf(instance));
  }

  /** Makes a call of an instance about a service, now. */
  void call(FleetCall call, int instance, int service) {
    long now = loop.slice.now();
    call.begin(instance, service, now, now);
    loop.stats.required(call.operation, call.transport);
    send(call);
  }

  private void send(FleetCall call) {
    call.starting(loop);
    count(call, 1);
    loop.stats.started(call);
    driver.send(call);
  }

  private void count(FleetCall call, int change) {
    inFlight[call.operation.ordinal()][call.transport.ordinal()] += change;
    if (!call.has(Call.Trait.HELD)) {
      underWay += change;
    }
    if (loop.states.countsCalls() && call.delaysDeparture(this)) {
      loop.states.addCalls(loop.slice.member(call.actor), change);
    }
  }

  /** Ends the process of an instance, which has no call in flight. */
  void vanish(int instance) {
    driver.closeConnections(instance);
    loop.pushes.vanished(instance, loop.slice.now());
  }

  /** Returns and resets the figures since the last call. */
  RunStats takeSecond() {
    RunStats secondStats = loop.stats.takeSecond();
    for (Operation operation : Operation.values()) {
      for (Transport transport : Transport.values()) {
        long calls = inFlight[operation.ordinal()][transport.ordinal()];
        if (calls > 0) {
          secondStats.of(operation, transport).set(OperationCount.IN_FLIGHT, calls);
        }
      }
    }
    long opened = driver.opened();
    Transport shared = loop.slice.settings().sharedTransport();
    if (shared != null && opened > openedBefore) {
      secondStats.of(Operation.CONNECT, shared).add(OperationCount.STARTED, opened - openedBefore);
    }
    openedBefore = opened;
    return secondStats;
  }

  /** The number of calls in flight, long polls excluded. */
  int callsUnderWay() {
    return underWay;
  }

  // --- Events of the driver ----------------------------------------------------------------------

  @Override
  public void written(Call call) {
    ((FleetCall) call).isWritten(loop);
  }

  @Override
  public void completed(Call call) {
    FleetCall made = (FleetCall) call;
    made.judge(loop);
    count(made, -1);
    loop.stats.completed(made);
    made.ended(loop);
    loop.ended(made);
    if (made.periodic().isPresent()) {
      made.periodic().get().recycle(made);
    }
  }

  @Override
  public void disconnected(int actor, Channel channel) {
    if (channel == Channel.NAMING) {
      loop.pushes.vanished(actor, loop.slice.now());
    }
    loop.instances.disconnected(actor, channel);
  }

  @Override
  public void configChanged(int listener, String dataId) {
    loop.configs.changed(listener, dataId);
  }

  @Override
  public void pushed(int subscriber, int service, Listing listing) {
    loop.observer.acknowledged(subscriber);
    loop.pushes.pushed(subscriber, service, listing, loop.slice.now());
  }
}
