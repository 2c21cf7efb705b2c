package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.fleet.ClosedLoop;
import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;
import java.io.IOException;

/** The fleet's driver for some seconds, as fast as it is answered. */
final class SustainedMain {

  /** Written when it is ready to measure, as it does when it is told to {@link #GO}. */
  static final String WARM = "warm";

  static final String GO = "go";

  private static final int WARM_UP_MILLIS = 2_000;
  private static final int POLL_MILLIS = 10;
  private static final double NANOS = 1e9;

  private SustainedMain() {}

  /**
   * Writes calls a second, and goes on until it is killed.
   *
   * @param args the protocol, the server's port, the number of connections, the operation, ms to
   *     measure
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int port = Integer.parseInt(args[1]);
    int connections = Integer.parseInt(args[2]);
    Operation operation = Operation.valueOf(args[3]);
    EventLoop eventLoop = Generator.newEventLoop();
    ClosedLoop calls;
    Driver driver;
    if (args[0].equals(Ceiling.GRPC)) {
      Fleet fleet = new Fleet(connections, 1, "sustained", Shard.WHOLE);
      calls = new ClosedLoop(fleet, operation, Operation.CONNECT, Operation.REGISTER);
      driver = Generator.newGrpcDriver(eventLoop, fleet, port, calls);
    } else {
      calls = new ClosedLoop(Generator.FLEET, operation);
      driver = Generator.newDriver(eventLoop, port, connections, calls);
    }
    eventLoop.execute(() -> calls.start(driver, connections));
    while (calls.answered() == 0) {
      // Clients connect and register first; the parent gives up on a process that never answers.
      Thread.sleep(POLL_MILLIS);
    }
    Thread.sleep(WARM_UP_MILLIS);
    System.out.println(WARM);
    System.in.read();
    long before = calls.answered();
    long start = System.nanoTime();
    do {
      // A server that stood still all the while says nothing of its speed.
      Thread.sleep(Long.parseLong(args[4]));
    } while (calls.answered() == before);
    double seconds = (System.nanoTime() - start) / NANOS;
    ResultLine.print((calls.answered() - before) / seconds);
    Thread.currentThread().join();
  }
}
