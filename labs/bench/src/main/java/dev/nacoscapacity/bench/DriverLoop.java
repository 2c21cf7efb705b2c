package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.ClosedLoop;
import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import io.netty.channel.EventLoop;

/** The fleet's own HTTP driver in a closed loop on one event loop, without the engine of a run. */
final class DriverLoop {

  private DriverLoop() {}

  /**
   * Runs until the process is killed.
   *
   * @param args the server's port, the number of connections, the operation
   */
  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    EventLoop eventLoop = Loopback.newEventLoop();
    ClosedLoop calls =
        new ClosedLoop(
            System::nanoTime, Loopback.FLEET, Operation.valueOf(args[2]), answered -> true);
    HttpDriver driver = Loopback.newDriver(eventLoop, port, connections, calls);
    eventLoop.execute(() -> calls.start(driver, connections));
  }
}
