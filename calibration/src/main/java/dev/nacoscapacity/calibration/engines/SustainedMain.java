package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.fleet.ClosedLoop;
import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import io.netty.channel.EventLoop;

/** The fleet's driver for some seconds, as fast as it is answered. */
final class SustainedMain {

  private static final int WARM_UP_MILLIS = 2_000;
  private static final double NANOS = 1e9;

  private SustainedMain() {}

  /**
   * Writes calls a second, and exits.
   *
   * @param args the server's port, the number of connections, the operation, ms to measure
   */
  public static void main(String[] args) throws InterruptedException {
    int connections = Integer.parseInt(args[1]);
    EventLoop eventLoop = Generator.newEventLoop();
    ClosedLoop calls = new ClosedLoop(Generator.FLEET, Operation.valueOf(args[2]));
    Driver driver = Generator.newDriver(eventLoop, Integer.parseInt(args[0]), connections, calls);
    eventLoop.execute(() -> calls.start(driver, connections));
    Thread.sleep(WARM_UP_MILLIS);
    long before = calls.answered();
    long start = System.nanoTime();
    Thread.sleep(Long.parseLong(args[3]));
    double seconds = (System.nanoTime() - start) / NANOS;
    ResultLine.print((calls.answered() - before) / seconds);
    Runtime.getRuntime().halt(0);
  }
}
