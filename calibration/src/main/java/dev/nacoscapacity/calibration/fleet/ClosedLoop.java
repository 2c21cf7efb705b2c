package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;

/**
 * Keeps a driver busy: each answer sends the next call. A call that fails ends the process, since a
 * figure that counts failures would mean nothing.
 */
public final class ClosedLoop implements CallListener {

  private final Fleet fleet;
  private final Operation operation;
  private Driver driver;
  private int nextInstance;
  private volatile long answered;

  public ClosedLoop(Fleet fleet, Operation operation) {
    this.fleet = fleet;
    this.operation = operation;
  }

  /** Begins with so many calls under way; to be called on the driver's event loop. */
  public void start(Driver busyDriver, int calls) {
    driver = busyDriver;
    for (int i = 0; i < calls; i++) {
      send(new Call());
    }
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      System.err.println("a call failed: " + call.failure);
      Runtime.getRuntime().halt(1);
    }
    // One thread adds to it.
    answered = answered + 1;
    send(call);
  }

  /** Calls so far; to be read by any thread. */
  public long answered() {
    return answered;
  }

  private void send(Call call) {
    int instance = nextInstance;
    nextInstance = (nextInstance + 1) % fleet.size();
    long now = System.nanoTime();
    call.reset(operation, instance, fleet.serviceOf(instance), now, now);
    call.light = true;
    driver.send(call);
  }
}
