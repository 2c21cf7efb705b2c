package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import io.netty.channel.EventLoop;

/** The fleet's own HTTP driver in a closed loop on one event loop: no run's engine around it. */
final class GeneratorLoop {

  private GeneratorLoop() {}

  /**
   * Runs until it is killed.
   *
   * @param args the server's port, the number of connections, the operation
   */
  public static void main(String[] args) {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    EventLoop eventLoop = Generator.newEventLoop();
    ClosedLoop calls =
        new ClosedLoop(System::nanoTime, Generator.FLEET, Operation.valueOf(args[2]));
    HttpDriver driver = Generator.newDriver(eventLoop, port, connections, calls);
    eventLoop.execute(() -> calls.start(driver, connections));
  }
}
