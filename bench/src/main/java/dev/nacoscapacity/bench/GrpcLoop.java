package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.Generator;
import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.CallListener;
import dev.nacoscapacity.simulator.wire.Driver;
import dev.nacoscapacity.simulator.wire.Operation;
import dev.nacoscapacity.simulator.wire.grpc.GrpcDriver;
import dev.nacoscapacity.simulator.wire.http.HttpDriver;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import io.netty.channel.EventLoop;
import java.util.List;

/**
 * The fleet's own gRPC driver in a closed loop on one event loop: lists services that another
 * process registered, and prints each second how many lists were answered so far.
 */
final class GrpcLoop implements CallListener {

  private static final int CONNECTIONS = 100;

  private final Fleet fleet;
  private Driver driver;
  private int connected;
  private volatile long answered;

  private GrpcLoop(Fleet fleet) {
    this.fleet = fleet;
  }

  /**
   * Runs until it is killed.
   *
   * @param args the server's gRPC port, the instances and the services of the fleet that is there
   */
  public static void main(String[] args) throws InterruptedException {
    int port = Integer.parseInt(args[0]);
    Fleet fleet =
        new Fleet(Integer.parseInt(args[1]), Integer.parseInt(args[2]), "bench", Shard.WHOLE);
    EventLoop eventLoop = Generator.newEventLoop();
    GrpcLoop loop = new GrpcLoop(fleet);
    // For logins and scrapes, of which there are none here.
    HttpDriver http = Generator.newDriver(eventLoop, port, 1, loop);
    GrpcDriver driver =
        new GrpcDriver(
            eventLoop,
            fleet,
            Loopback.grpcSettings(),
            List.of(Loopback.server(port)),
            client -> null,
            (token, client) -> {},
            http,
            1,
            loop);
    eventLoop.execute(() -> loop.start(driver));
    while (true) {
      Thread.sleep(1000);
      System.out.println(loop.answered);
    }
  }

  private void start(Driver grpc) {
    driver = grpc;
    for (int client = 0; client < CONNECTIONS; client++) {
      driver.send(call(Operation.CONNECT, client));
    }
  }

  private Call call(Operation operation, int client) {
    long now = System.nanoTime();
    return new Call().reset(operation, client, fleet.serviceOf(client), now, now);
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      System.err.println("a call failed: " + call.failure);
      Runtime.getRuntime().halt(1);
    }
    if (call.operation == Operation.CONNECT) {
      connected++;
      if (connected == CONNECTIONS) {
        for (int client = 0; client < CONNECTIONS; client++) {
          driver.send(call(Operation.LIST, client));
        }
      }
      return;
    }
    answered++;
    long now = System.nanoTime();
    driver.send(call.reset(Operation.LIST, call.actor, call.service, now, now));
  }
}
