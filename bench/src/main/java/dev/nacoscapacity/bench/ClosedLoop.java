package dev.nacoscapacity.bench;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Keeps a driver busy: each answer sends the next call, and nothing is scheduled, expected or
 * recorded. A call that fails ends the process, since a figure that counts failures would mean
 * nothing.
 */
final class ClosedLoop implements CallListener {

  /** More often than a fleet's own loop, since calls come faster, and are kept until then. */
  private static final long EXPIRY_INTERVAL = Duration.ofMillis(100).toNanos();

  private final LongSupplier nanoTime;
  private final Fleet fleet;
  private final Operation operation;
  private Driver driver;
  private int nextInstance;
  private long nextExpiry;

  ClosedLoop(LongSupplier nanoTime, Fleet fleet, Operation operation) {
    this.nanoTime = nanoTime;
    this.fleet = fleet;
    this.operation = operation;
  }

  /** Begins with so many calls under way; to be called on the driver's event loop. */
  void start(Driver busyDriver, int callsUnderWay) {
    driver = busyDriver;
    nextExpiry = nanoTime.getAsLong() + EXPIRY_INTERVAL;
    for (int i = 0; i < callsUnderWay; i++) {
      sendNext(new Call());
    }
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      System.err.println("a call failed: " + call.failure);
      Runtime.getRuntime().halt(1);
    }
    sendNext(call);
  }

  private void sendNext(Call call) {
    int instance = nextInstance;
    nextInstance = (nextInstance + 1) % fleet.size();
    long now = nanoTime.getAsLong();
    if (now - nextExpiry >= 0) {
      nextExpiry = now + EXPIRY_INTERVAL;
      driver.expire(now);
    }
    call.reset(operation, instance, fleet.serviceOf(instance), now, now);
    call.light = true;
    driver.send(call);
  }
}
