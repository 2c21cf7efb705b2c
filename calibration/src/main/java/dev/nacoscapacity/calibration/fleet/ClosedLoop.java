package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Keeps a driver busy: each answer sends the next call. A call that fails ends the process, since a
 * figure that counts failures would mean nothing.
 */
public final class ClosedLoop implements CallListener {

  /** More often than a fleet's own loop, since calls come faster, and are kept until then. */
  private static final long EXPIRY_INTERVAL = Duration.ofMillis(100).toNanos();

  private final Fleet fleet;
  private final Operation operation;
  private final List<Operation> before;
  private final LongSupplier nanoTime;
  private Driver driver;
  private int calls;
  private int prepared;
  private int nextInstance;
  private long nextExpiry;
  private volatile long answered;

  /**
   * @param before what each instance does once before the first call, one after the other; over
   *     gRPC it connects
   */
  public ClosedLoop(Fleet fleet, Operation operation, Operation... before) {
    this(System::nanoTime, fleet, operation, before);
  }

  ClosedLoop(LongSupplier nanoTime, Fleet fleet, Operation operation, Operation... before) {
    this.nanoTime = nanoTime;
    this.fleet = fleet;
    this.operation = operation;
    this.before = List.of(before);
  }

  /** Begins with so many calls under way; to be called on the driver's event loop. */
  public void start(Driver busyDriver, int callsUnderWay) {
    driver = busyDriver;
    calls = callsUnderWay;
    nextExpiry = nanoTime.getAsLong() + EXPIRY_INTERVAL;
    if (before.isEmpty()) {
      begin();
      return;
    }
    for (int instance = 0; instance < fleet.size(); instance++) {
      send(new Call(), before.get(0), instance);
    }
  }

  private void begin() {
    for (int i = 0; i < calls; i++) {
      sendNext(new Call());
    }
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      System.err.println("a call failed: " + call.failure);
      Runtime.getRuntime().halt(1);
    }
    if (call.operation != operation) {
      prepare(call);
      return;
    }
    // One thread adds to it.
    answered = answered + 1;
    sendNext(call);
  }

  private void prepare(Call call) {
    int step = before.indexOf(call.operation) + 1;
    if (step < before.size()) {
      send(call, before.get(step), call.actor);
      return;
    }
    prepared++;
    if (prepared == fleet.size()) {
      begin();
    }
  }

  /** Calls so far; to be read by any thread. */
  public long answered() {
    return answered;
  }

  private void sendNext(Call call) {
    int instance = nextInstance;
    nextInstance = (nextInstance + 1) % fleet.size();
    send(call, operation, instance);
  }

  private void send(Call call, Operation what, int instance) {
    long now = nanoTime.getAsLong();
    if (now - nextExpiry >= 0) {
      nextExpiry = now + EXPIRY_INTERVAL;
      driver.expire(now);
    }
    call.reset(what, instance, fleet.serviceOf(instance), now, now);
    call.light = true;
    driver.send(call);
  }
}
