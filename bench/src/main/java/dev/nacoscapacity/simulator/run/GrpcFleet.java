package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.simulator.wire.grpc.GrpcDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * N instances over gRPC that only stay connected: a health check each 5 s and nothing else. Begins
 * with the first line of its input and prints {@code ok} when all are registered.
 */
final class GrpcFleet {

  private static final int REGISTERING = 512;

  private GrpcFleet() {}

  /**
   * Runs until it is killed.
   *
   * @param args the server's gRPC port, the number of instances
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int port = Integer.parseInt(args[0]);
    int instances = Integer.parseInt(args[1]);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("started");
    input.readLine();
    BenchFleet fleet =
        new BenchFleet(
            instances,
            REGISTERING,
            Duration.ZERO,
            new LoopSettings.Grpc(false, 0),
            (members, eventLoop, listener) ->
                new GrpcDriver(
                    eventLoop,
                    members,
                    Loopback.grpcSettings(),
                    List.of(Loopback.server(port)),
                    client -> null,
                    (token, client) -> {},
                    // What would go over HTTP; nothing does here.
                    new InstantDriver(members, eventLoop, listener),
                    1,
                    listener));
    fleet.startTurnsFirst();
    while (fleet.connections() < instances) {
      fleet.second();
    }
    System.out.println("ok");
    while (true) {
      fleet.second();
    }
  }
}
