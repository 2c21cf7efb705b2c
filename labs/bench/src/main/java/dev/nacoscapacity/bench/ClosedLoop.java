package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import io.netty.channel.EventLoop;
import java.time.Duration;

/**
 * The fleet's own driver on one event loop, kept busy: each answer triggers the client's next call,
 * without schedule, expected state or record of a run. A failed call ends the process, since a
 * figure that includes failures would be meaningless. Confined to the event loop.
 */
final class ClosedLoop implements CallListener {

  /** Calls come faster than in a run, and are retained until they are checked for expiry. */
  private static final long EXPIRY_NANOS = Duration.ofMillis(100).toNanos();

  private Driver driver;
  private int nextInstance;
  private long nextExpiry = System.nanoTime();

  /**
   * Runs until the process is killed.
   *
   * @param args the server's port, the operation, the number of clients
   */
  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    int clients = Integer.parseInt(args[2]);
    EventLoop eventLoop = Loopback.newEventLoop();
    ClosedLoop loop = new ClosedLoop();
    Driver driver = Loopback.newDriver(eventLoop, Loopback.FLEET, port, clients, loop);
    eventLoop.execute(() -> loop.start(driver, Operation.valueOf(args[1]), clients));
  }

  /** Starts with one call for each client. */
  void start(Driver busyDriver, Operation operation, int clients) {
    driver = busyDriver;
    for (int i = 0; i < clients; i++) {
      sendNext(newCall(operation));
    }
  }

  /** A beat without the instance's description, or a list. */
  static Call newCall(Operation operation) {
    if (operation == Operation.LIST) {
      return new ListCall();
    }
    BeatCall beat = new BeatCall();
    beat.light = true;
    return beat;
  }

  private void sendNext(Call call) {
    int instance = nextInstance;
    nextInstance = (nextInstance + 1) % Loopback.FLEET.size();
    long now = System.nanoTime();
    if (now - nextExpiry >= 0) {
      nextExpiry = now + EXPIRY_NANOS;
      driver.expire(now);
    }
    call.begin(instance, Loopback.FLEET.serviceOf(instance), now, now);
    driver.send(call);
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      Requests.end("a call failed: " + call.failure);
    }
    sendNext(call);
  }
}
