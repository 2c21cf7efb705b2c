package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.fleet.PacedFleet.Periods;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The engine of a run over gRPC, controlled by commands on standard input. Each command stops the
 * previous fleet, starts a new one, and prints {@code ok} when all its instances are connected and
 * registered.
 *
 * <pre>
 * idle N            N instances that stay connected: only a health check every 5 s
 * lists N MICROS    N instances that each list their service every MICROS microseconds
 * </pre>
 *
 * Each second the program prints {@code lists TOTAL}, summed over all fleets.
 */
final class GrpcFleet {

  private GrpcFleet() {}

  /**
   * Runs until the process is killed.
   *
   * @param args the server's gRPC port
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int port = Integer.parseInt(args[0]);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("started");
    PacedFleet fleet = null;
    long lists = 0;
    while (true) {
      if (fleet == null || input.ready()) {
        String[] words = input.readLine().split(" ");
        if (fleet != null) {
          fleet.close();
        }
        fleet = PacedFleet.grpc(port, Integer.parseInt(words[1]), periods(words));
        fleet.start();
        System.out.println("ok");
      }
      RunStats second = fleet.second();
      if (second.of(Operation.LIST).count(OperationCount.FAILED) > 0) {
        System.err.println("lists failed: " + second.of(Operation.LIST).failures());
        System.exit(1);
      }
      lists += second.of(Operation.LIST).count(OperationCount.OK);
      System.out.println("lists " + lists);
    }
  }

  private static Periods periods(String[] words) {
    return switch (words[0]) {
      case "idle" -> new Periods(Periods.REAL.beats(), Duration.ZERO);
      case "lists" ->
          new Periods(
              Periods.REAL.beats(),
              Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(words[2]))));
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }
}
