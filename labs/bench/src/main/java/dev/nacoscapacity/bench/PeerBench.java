package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.BenchClients.Client;
import dev.nacoscapacity.bench.Stopwatch.Measurement;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The fleet beside other tools at one pace: see labs/bench/README.md. */
@Command(
    name = "labs/bench/peers.sh",
    description = {
      "Measures the fleet beside vegeta, k6 and JMeter at the rates of 35,200 instances.",
      "Example: labs/bench/peers.sh --quick"
    })
final class PeerBench extends BenchCommand {

  private static final Stopwatch.Timing TIMING = new Stopwatch.Timing(5, 15, 0, 0, 20);
  private static final long STALL_SECONDS = 2;

  /** The time that a client has in all: what is measured, the stall, and some time around both. */
  static final int SECONDS = TIMING.warmUp() + TIMING.measured() + 13;

  /** Any order will do, but the same each time. */
  private static final long SEED = 1;

  @Option(names = "--quick", description = "one round, about 4 minutes: to try it, not to be cited")
  private boolean quick;

  /**
   * What one client did in one round.
   *
   * @param measured before the stall
   * @param residentBytes at the end of what was measured
   * @param p99Ms of all its calls, as it says itself; one in 25 was due while the server stood
   *     still
   */
  record Turn(Measurement measured, long residentBytes, double p99Ms) {

    double offeredShare() {
      return measured.requestsPerSecond() / BenchClients.PACE;
    }
  }

  public static void main(String[] args) {
    exit(new PeerBench(), args);
  }

  @Override
  int measure() throws IOException, InterruptedException {
    Path directory = Files.createDirectories(home("labs/bench/target/peers"));
    Random random = new Random(SEED);
    Map<String, List<Turn>> turns = new LinkedHashMap<>();
    double loadBefore = loadAverage();
    try (Nginx nginx = Nginx.start(SERVER_CORE, directory)) {
      Stopwatch stopwatch = new Stopwatch(nginx, directory, TIMING);
      List<Client> clients = new ArrayList<>(new BenchClients(nginx.port(), directory).paced());
      clients.forEach(client -> turns.put(client.name(), new ArrayList<>()));
      for (int round = 1; round <= (quick ? 1 : TIMING.rounds()); round++) {
        Collections.shuffle(clients, random);
        for (Client client : clients) {
          System.err.printf("round %d: %s%n", round, client.name());
          turns.get(client.name()).add(turn(stopwatch, nginx, client));
        }
      }
    }
    System.out.printf(
        "%,d requests/s, two light beats and a list of 22 KB, against nginx on another core; load"
            + " average %.1f before, %.1f after%n%n",
        BenchClients.PACE, loadBefore, loadAverage());
    markdown(figures(turns)).forEach(System.out::println);
    return ExitCode.OK;
  }

  private static Turn turn(Stopwatch stopwatch, Nginx nginx, Client client)
      throws IOException, InterruptedException {
    long[] resident = new long[1];
    Measurement measured =
        stopwatch.measure(
            client,
            process -> {
              resident[0] = process.usage().residentBytes().orElseThrow();
              nginx.stall(TimeUnit.SECONDS.toMillis(STALL_SECONDS));
              process.await();
            });
    return new Turn(measured, resident[0], client.p99().milliseconds());
  }

  /** A row for each client. */
  static Table figures(Map<String, List<Turn>> turns) {
    Table table =
        table(
            "client", "CPU µs a request", "share of the pace", "busy", "MB", "p99 it reports, ms");
    turns.forEach(
        (name, rounds) ->
            table.row(
                name,
                Spread.of(rounds, turn -> turn.measured().cpuMicrosPerRequest()).format("%.0f"),
                Spread.of(rounds, turn -> 100 * turn.offeredShare()).format("%.0f") + " %",
                whole(100 * Spread.of(rounds, turn -> turn.measured().used().cores()).median())
                    + " %",
                NumberText.of(
                    "%.0f", Spread.of(rounds, turn -> turn.residentBytes() / 1e6).median()),
                Spread.of(rounds, Turn::p99Ms).format("%,.0f")));
    return table;
  }
}
