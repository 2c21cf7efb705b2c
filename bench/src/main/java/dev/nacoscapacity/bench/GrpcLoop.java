package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.ClosedLoop;
import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;

/**
 * The fleet's own gRPC driver in a closed loop on one event loop: lists services that another
 * process registered, and prints each second how many lists were answered so far.
 */
final class GrpcLoop {

  private static final int CONNECTIONS = 100;

  private GrpcLoop() {}

  /**
   * Runs until it is killed.
   *
   * @param args the server's gRPC port, the services of the fleet that is there
   */
  public static void main(String[] args) throws InterruptedException {
    int services = Math.min(CONNECTIONS, Integer.parseInt(args[1]));
    Fleet fleet = new Fleet(CONNECTIONS, services, "bench", Shard.WHOLE);
    ClosedLoop lists = new ClosedLoop(fleet, Operation.LIST, Operation.CONNECT);
    EventLoop eventLoop = Generator.newEventLoop();
    Driver driver = Generator.newGrpcDriver(eventLoop, fleet, Integer.parseInt(args[0]), lists);
    eventLoop.execute(() -> lists.start(driver, CONNECTIONS));
    while (true) {
      Thread.sleep(1000);
      System.out.println(lists.answered());
    }
  }
}
