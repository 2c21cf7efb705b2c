package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Keeps a driver busy in a closed loop: each answer triggers the client's next call, without
 * schedule, expected state or recorder. A failed call ends the process, since a figure that
 * includes failures would be meaningless. Confined to the driver's event loop.
 */
public final class ClosedLoop implements CallListener {

  /**
   * More often than in a run, since calls come faster and are retained until they are checked for
   * expiry.
   */
  private static final long EXPIRY_INTERVAL = Duration.ofMillis(100).toNanos();

  private final LongSupplier nanoTime;
  private final Fleet fleet;
  private final Operation operation;
  private final Predicate<Call> answered;
  private Driver driver;
  private int nextInstance;
  private long nextExpiry;

  /**
   * @param answered receives each successful call, and decides whether its client makes another
   *     one; the next call of a client is the same object
   */
  public ClosedLoop(
      LongSupplier nanoTime, Fleet fleet, Operation operation, Predicate<Call> answered) {
    this.nanoTime = nanoTime;
    this.fleet = fleet;
    this.operation = operation;
    this.answered = answered;
  }

  /** Starts with one call for each client. */
  public void start(Driver busyDriver, int clients) {
    driver = busyDriver;
    nextExpiry = nanoTime.getAsLong() + EXPIRY_INTERVAL;
    for (int i = 0; i < clients; i++) {
      sendNext(new Call());
    }
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      end("a call failed: " + call.failure);
    }
    if (answered.test(call)) {
      sendNext(call);
    }
  }

  /** Ends the process with the reason on stderr. */
  public static void end(String why) {
    System.err.println(why);
    Runtime.getRuntime().halt(1);
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
