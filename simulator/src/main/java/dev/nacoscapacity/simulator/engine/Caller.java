package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;

/** Makes the calls of one event loop: passes them to the driver, and counts those in flight. */
final class Caller {

  private final FleetLoop loop;
  private final Driver driver;
  private long openedBefore;
  private final int[][] inFlight = new int[Operation.values().length][Transport.values().length];

  /** Calls in flight, long polls excluded. */
  private int underWay;

  Caller(FleetLoop loop, Driver driver) {
    this.loop = loop;
    this.driver = driver;
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

  /** Counts a call that begins, 1, or has ended, -1. */
  void count(FleetCall call, int change) {
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
}
